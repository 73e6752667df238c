import { lazy, Suspense, type ReactNode } from 'react'

const SheetLayer = lazy(() => import('./sheet-layer.tsx'))

export interface SheetProps {
  /** What is open, for a reader of the page's layers. */
  label: string
  open: boolean
  onClose: () => void
  /** Steps through the rows behind the sheet; absent at either end. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** The address of what the sheet shows, to open it elsewhere or to hand it on. */
  href: string
  /** Status, title and id, one under the other. */
  head: ReactNode
  foot?: ReactNode
  children: ReactNode
}

/** One row of a list in full, beside the list. It has an address of its own; its page derives `open` from it. */
export function SideSheet(props: SheetProps) {
  return props.open ? (
    <Suspense>
      <SheetLayer {...props} />
    </Suspense>
  ) : null
}
