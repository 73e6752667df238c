import { type RefObject, useEffect } from 'react'
import { isFree, listShortcuts } from './shortcuts.ts'

/** The link or the control that opens a row, which also announces it. */
const OPENER = 'a[data-opens], [data-opener]'

/** Moves the focus to the row after or before the focused one, or to the first row. */
function step(list: HTMLElement, by: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
  if (!row) return
  const target = row.querySelector<HTMLElement>(OPENER) ?? row
  if (target === row) row.tabIndex = -1
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

function toFilters(): void {
  const bar = [...document.querySelectorAll('[data-filters]')].find((each) => each.checkVisibility())
  const field = bar?.querySelector<HTMLElement>('input:not([hidden] *)') ?? bar?.querySelector<HTMLElement>('button')
  field?.focus()
}

const { next, previous, filter } = listShortcuts
const actions: Readonly<Record<string, (list: HTMLElement) => void>> = {
  [next.key]: (list) => step(list, 1),
  [previous.key]: (list) => step(list, -1),
  [filter.key]: toFilters,
}

/**
 * The keys of a list while it is on screen. Rows are reached by real focus on what opens them, so Enter opens a row and
 * a screen reader reads it without more.
 */
export function useListKeys(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = actions[event.key]
      const list = screen.current
      // A tab that was left keeps its list, hidden: the keys belong to the list of the open one.
      if (act === undefined || !isFree(event) || list?.checkVisibility() !== true) return
      event.preventDefault()
      act(list)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen])
}
