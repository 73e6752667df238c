import { type ReactNode, useId } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { OwnLanguage } from './own-language.tsx'

export interface AlertProps {
  title: string
  /** Above the title, such as a round icon. */
  sign?: ReactNode
  /** Also runs on Esc. */
  onClose: () => void
  /** The buttons at the end of the foot. On a phone they share its width. */
  actions: ReactNode
  children: ReactNode
}

export default function AlertLayer({ title, sign, onClose, actions, children }: AlertProps) {
  const text = useId()
  return (
    <OwnLanguage>
      <ModalOverlay
        isOpen
        onOpenChange={onClose}
        className="fixed inset-0 z-50 grid place-items-center bg-scrim p-4 sm:p-6"
      >
        <Modal className="w-full rounded-lg bg-raised shadow-float sm:max-w-104">
          <Dialog role="alertdialog" aria-describedby={text} className="outline-none">
            <div className="grid gap-1 p-4 pt-5 sm:p-6">
              {sign !== undefined && <div className="mb-3">{sign}</div>}
              <Heading slot="title" level={2} className="text-md font-semibold">
                {title}
              </Heading>
              <div id={text} className="text-ink-2">
                {children}
              </div>
            </div>
            <div className="flex gap-2 border-t border-line p-4 *:flex-1 sm:justify-end sm:px-6 sm:*:flex-none">
              {actions}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </OwnLanguage>
  )
}
