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
  const bar = document.querySelector('[data-filters]')
  const field = bar?.querySelector<HTMLElement>('input:not([hidden] *)') ?? bar?.querySelector<HTMLElement>('button')
  field?.focus()
}

/**
 * The keys of a list while it is on screen. Rows are reached by real focus on what opens them, so Enter opens a row and
 * a screen reader reads it without more.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { next, previous, filter } = listShortcuts
    const actions: Readonly<Record<string, () => void>> = {
      [next.key]: () => list.current && step(list.current, 1),
      [previous.key]: () => list.current && step(list.current, -1),
      [filter.key]: toFilters,
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const act = actions[event.key]
      if (act === undefined || !isFree(event)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list])
}
