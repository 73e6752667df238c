import { lazy, Suspense, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog-layer.tsx'

const load = () => import('./dialog-layer.tsx')
const DialogLayer = lazy(load)

/** Loads the dialog's code. Call on hover or focus of the button that opens it. */
export const preloadDialog = (): void => void load()

/** A dialog in front of the page, full screen on a phone. Its code loads with the first one. */
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

/** The buttons at the right of the foot, Cancel first. On a phone they share its width. */
export function DialogFoot({ onCancel, children }: { onCancel?: () => void; children: ReactNode }) {
  const t = useText()
  return (
    <div className="flex shrink-0 gap-2 border-t border-line p-4 *:flex-1 sm:justify-end sm:px-6 sm:*:flex-none">
      {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
      {children}
    </div>
  )
}
