import { useEffect, useState } from 'react'

const stepOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'number' ? state.step : 0

/**
 * The step of a flow that is shown: the one asked for, but never one that what is known so far does not `allow`. Each
 * is an entry of the browser's history, so that its Back button goes one step back.
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
  /** `moved` is whether this is no longer the step the page was opened with. */
  return { step, moved, forward, back }
}
