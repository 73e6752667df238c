import { lazy, Suspense, type ReactNode } from 'react'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog-layer.tsx'

const load = () => import('./dialog-layer.tsx')
const DialogLayer = lazy(load)

/** Call when a dialog is likely to be asked for, on hover or focus of what opens it. */
export const preloadDialog = (): void => void load()

/** A question in front of the page; on a phone the whole screen. Its code arrives with the first one. */
export function Dialog(props: DialogProps) {
  return props.open ? (
    <Suspense>
      <DialogLayer {...props} />
    </Suspense>
  ) : null
}

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('grid flex-1 content-start gap-4 overflow-y-auto px-4 pb-6 sm:px-6', className)}>{children}</div>
  )
}

/** The acts: at the right of the foot, on a phone sharing its width. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 gap-2 border-t border-line p-4 *:flex-1 sm:justify-end sm:px-6 sm:*:flex-none">
      {children}
    </div>
  )
}
