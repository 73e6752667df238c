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
