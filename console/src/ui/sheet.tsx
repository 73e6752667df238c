import { lazy, Suspense } from 'react'
import type { SheetProps } from './sheet-layer.tsx'

const SheetLayer = lazy(() => import('./sheet-layer.tsx'))

/** One row of a list in full, beside the list. It has its own address, from which the page derives `open`. */
export function SideSheet(props: SheetProps) {
  return props.open ? (
    <Suspense>
      <SheetLayer {...props} />
    </Suspense>
  ) : null
}

/** The buttons of a sheet that open the rows beside its own. A row that the list does not show has none. */
export function stepsBeside<Id extends string>(
  rows: readonly { readonly id: Id }[],
  id: string,
  onOpen: (id: Id) => void,
): Pick<SheetProps, 'onPrevious' | 'onNext'> {
  const place = rows.findIndex((row) => row.id === id)
  const step = (by: 1 | -1) => {
    const row = place === -1 ? undefined : rows[place + by]
    return row && (() => onOpen(row.id))
  }
  return { onPrevious: step(-1), onNext: step(1) }
}
