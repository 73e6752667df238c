import type { KeyboardEvent } from 'react'

/** Moves the focus between the field and the answers. */
export function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const all = event.currentTarget.closest('[role=search]')
  if (by === undefined || all === null) return
  const stops = [...all.querySelectorAll<HTMLElement>('input, [data-stop]')]
  const next = stops[stops.indexOf(event.currentTarget) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
