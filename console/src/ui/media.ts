import { useSyncExternalStore } from 'react'

/** True while a media query matches. The component renders again when that changes. */
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

/** From this width on, and on paper, tables have columns; below, they are stacked rows. */
export const useWide = (): boolean => useMedia('(min-width: 768px), print')
