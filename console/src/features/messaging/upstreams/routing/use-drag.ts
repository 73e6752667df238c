import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { type PointerEvent, useState } from 'react'

/** The rule that is dragged, its place, and the place where it would stand; both counted from 0. */
interface Drag {
  readonly rule: RouteRule
  readonly from: number
  readonly to: number
}

export interface DragActs {
  readonly begin: (event: PointerEvent, rule: RouteRule, index: number) => void
  readonly follow: (event: PointerEvent) => void
  readonly drop: () => void
  readonly cancel: () => void
}

/** The edges of a row, in pixels from the top. */
interface Edges {
  readonly top: number
  readonly bottom: number
}

/** The place of a dragged rule at a height, counted without the rule itself. The last row is the default's. */
export function placeAt(rows: readonly Edges[], from: number, height: number): number {
  const over = rows.findIndex(({ bottom }) => height < bottom)
  const row = rows[over]
  const last = rows.length - 1
  if (row === undefined) return Math.max(0, last - 1)
  const isLow = height > (row.top + row.bottom) / 2
  const gap = Math.min(isLow ? over + 1 : over, last)
  return gap > from ? gap - 1 : gap
}

/** Drags a rule by its handle, which holds the pointer. */
export function useDrag(onMove: (rule: RouteRule, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const acts: DragActs = {
    begin: (event, rule, index) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ rule, from: index, to: index })
    },
    follow: ({ currentTarget, clientY }) => {
      const list = currentTarget.closest('ol')
      if (drag === null || list === null) return
      const rows = Array.from(list.children, (row) => row.getBoundingClientRect())
      const to = placeAt(rows, drag.from, clientY)
      if (to !== drag.to) setDrag({ ...drag, to })
    },
    drop: () => {
      if (drag !== null) onMove(drag.rule, drag.to)
      setDrag(null)
    },
    cancel: () => setDrag(null),
  }
  /** The edge of a row at which the dragged rule would be inserted. */
  const edgeOf = (index: number): 'top' | 'bottom' | null => {
    if (drag === null || drag.from === drag.to || index !== drag.to) return null
    return drag.to > drag.from ? 'bottom' : 'top'
  }
  return { acts, edgeOf, dragged: drag?.rule.id ?? null }
}
