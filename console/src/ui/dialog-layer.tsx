import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { OwnLanguage } from './own-language.tsx'

export interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  /** 520 px instead of 416. `double`: 880 px, for two columns. */
  wide?: boolean | 'double'
  /**
   * Neither a click outside nor Esc closes it (ruling 17). With `typed`, only the click is ignored, so that typed
   * values are safe.
   */
  held?: boolean | 'typed'
  children: ReactNode
}

const widths = { normal: 'sm:max-w-[416px]', wide: 'sm:max-w-[520px]', double: 'sm:max-w-[880px]' }
const frame =
  'flex size-full max-h-dvh flex-col bg-raised sm:h-auto sm:max-h-[calc(100dvh-48px)] sm:rounded-lg sm:shadow-float'

export default function DialogLayer({ title, onClose, wide = false, held = false, children }: DialogProps) {
  const t = useText()
  return (
    <OwnLanguage>
      <ModalOverlay
        isOpen
        isDismissable={held === false}
        isKeyboardDismissDisabled={held === true}
        onOpenChange={onClose}
        className="fixed inset-0 z-50 grid place-items-center bg-scrim sm:p-6"
      >
        <Modal className={cx(frame, widths[wide === 'double' ? wide : wide ? 'wide' : 'normal'])}>
          <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none [&>form]:flex [&>form]:min-h-0 [&>form]:flex-1 [&>form]:flex-col">
            <div className="flex shrink-0 items-center justify-between gap-4 px-4 pt-3 pb-4 sm:px-6 sm:pt-5">
              <Heading slot="title" level={2} className="text-md font-semibold">
                {title}
              </Heading>
              <IconButton icon={X} label={t('ui.close')} onClick={onClose} className="-mr-1" />
            </div>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </OwnLanguage>
  )
}
