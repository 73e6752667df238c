import { useSyncExternalStore } from 'react'
import type { ScreenSize } from './bar-count.ts'

function subscribe(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** The size of the screen, not of the window. Turning the phone or changing the monitor changes it (ruling 18). */
export function useScreenSize(): ScreenSize {
  const width = useSyncExternalStore(subscribe, () => screen.width)
  const height = useSyncExternalStore(subscribe, () => screen.height)
  return { width, height }
}
