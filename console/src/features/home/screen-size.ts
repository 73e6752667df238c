import { useSyncExternalStore } from 'react'
import type { ScreenSize } from './bar-count.ts'

function subscribe(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** The screen itself, not the window: a turned phone or another monitor is a change (ruling 18). */
export function useScreenSize(): ScreenSize {
  const width = useSyncExternalStore(subscribe, () => screen.width)
  const height = useSyncExternalStore(subscribe, () => screen.height)
  return { width, height }
}
