import { useSyncExternalStore } from 'react'

const TICK = 250

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1_000))

/** Whole seconds until a time (milliseconds since 1970), 0 afterwards. The component renders again every second. */
export function useSecondsUntil(moment: number): number {
  const watch = (tick: () => void) => {
    const timer = secondsUntil(moment) > 0 ? setInterval(tick, TICK) : undefined
    return () => clearInterval(timer)
  }
  return useSyncExternalStore(watch, () => secondsUntil(moment))
}
