import { ArrowDown, ArrowUp, SquareArrowOutUpRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { OwnLanguage } from './own-language.tsx'

export interface SheetProps {
  /** The accessible name of the sheet. */
  label: string
  open: boolean
  onClose: () => void
  /** Steps through the rows behind the sheet; absent at either end, and where there is no other row. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** The address of the sheet, to open it in a new tab or to share it. */
  href: string
  /** Status, title and id, one below the other. */
  head: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export default function SheetLayer({ label, onClose, onPrevious, onNext, href, head, foot, children }: SheetProps) {
  const t = useText()
  return (
    <OwnLanguage>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={onClose}
        className="fixed inset-0 z-50 flex justify-end bg-scrim"
      >
        <Modal className="h-dvh w-full max-w-[560px] bg-raised shadow-float">
          <AriaDialog aria-label={label} className="flex h-full flex-col outline-none">
            <header className="flex items-start justify-between gap-4 px-4 pt-5 pb-4 sm:px-6">
              <div className="grid min-w-0 gap-1">{head}</div>
              <div className="flex gap-2">
                {(onPrevious ?? onNext) && (
                  <>
                    <IconButton icon={ArrowUp} label={t('list.previous')} disabled={!onPrevious} onClick={onPrevious} />
                    <IconButton icon={ArrowDown} label={t('list.next')} disabled={!onNext} onClick={onNext} />
                  </>
                )}
                <a
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t('list.openAlone')}
                  title={t('list.openAlone')}
                  className="touch-area grid size-6 place-items-center rounded-sm text-ink-2 hover:bg-fill hover:text-ink"
                >
                  <Icon of={SquareArrowOutUpRight} />
                </a>
                <IconButton icon={X} label={t('ui.close')} onClick={onClose} />
              </div>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 sm:px-6">{children}</div>
            {foot !== undefined && (
              <footer className="flex h-14 items-center gap-2 border-t border-line px-4 sm:px-6">{foot}</footer>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </OwnLanguage>
  )
}
