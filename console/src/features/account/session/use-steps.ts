import { useEffect, useState } from 'react'

const stepOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'number' ? state.step : 0

/**
 * The current step of a flow, never beyond the `allowed` one. Each step is a browser history entry, so Back returns to
 * the step before.
 */
export function useSteps(allowed: number) {
  const [wanted, setWanted] = useState(() => stepOf(history.state))
  const step = Math.min(wanted, allowed)
  const [first] = useState(step)
  const [moved, setMoved] = useState(false)
  if (!moved && step !== first) setMoved(true)

  useEffect(() => {
    const follow = (event: PopStateEvent) => setWanted(stepOf(event.state))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  function forward() {
    if (wanted > step) return
    history.pushState({ step: step + 1 }, '')
    setWanted(step + 1)
  }
  const back = () => history.go(step - 1 - wanted)
  /** `moved` is false only for the step that the page opened with. */
  return { step, moved, forward, back }
}
