import { useEffect } from 'react'

/** Scrolls to the anchor, which the browser could not find before its section was drawn. */
export function useAnchor(): void {
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
}
