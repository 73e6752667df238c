import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; the component is drawn again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** From here on tables are tables; below they are stacked rows. */
export const useWide = (): boolean => useMedia('(min-width: 768px)')
