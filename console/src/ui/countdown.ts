import { useSyncExternalStore } from 'react'

const LOOK_EVERY = 250

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1_000))

/** Whole seconds until a time (milliseconds since 1970), 0 afterwards. The component renders again every second. */
export function useSecondsUntil(moment: number): number {
  const watch = (look: () => void) => {
    const timer = secondsUntil(moment) > 0 ? setInterval(look, LOOK_EVERY) : undefined
    return () => clearInterval(timer)
  }
  return useSyncExternalStore(watch, () => secondsUntil(moment))
}
