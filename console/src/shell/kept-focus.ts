import { type RefObject, useEffect } from 'react'

/** Calls `after` once the present changes are drawn, and layers that close have given the focus back to their openers. */
const afterDrawing = (after: () => void): number => requestAnimationFrame(() => requestAnimationFrame(after))

/**
 * Focuses the page's content where the focused control is removed and nothing takes its place, such as the menu of a row
 * that was deleted. The next key and a screen reader go on from there, and not from the top of the browser.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let focused: EventTarget | null = null
    const note = ({ target }: FocusEvent): void => void (focused = target)
    const isLost = (): boolean =>
      focused instanceof Element && !focused.isConnected && document.activeElement === document.body
    const look = (): void => {
      if (isLost()) afterDrawing(() => isLost() && content.current?.focus({ preventScroll: true }))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [content])
}
