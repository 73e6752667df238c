import { lazy, Suspense } from 'react'
import type { SheetProps } from './sheet-layer.tsx'

const SheetLayer = lazy(() => import('./sheet-layer.tsx'))

/** One row of a list in full, beside the list. It has an address of its own; its page derives `open` from it. */
export function SideSheet(props: SheetProps) {
  return props.open ? (
    <Suspense>
      <SheetLayer {...props} />
    </Suspense>
  ) : null
}
