import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The delay of the alert in milliseconds, so that the page is visible first (specification: "shortly after load"). */
const SHORTLY = 600

/** Marks the place of the link, which each language puts elsewhere. */
const LINK = '\u0001'

/** An alert with a single button. Neither Esc nor a click outside closes it (ruling 17). */
export function SuspensionAlert() {
  const t = useText()
  const text = useId()
  const [state, setState] = useState<'coming' | 'shown' | 'read'>('coming')
  useEffect(() => {
    const timer = setTimeout(() => setState('shown'), SHORTLY)
    return () => clearTimeout(timer)
  }, [])
  if (state !== 'shown') return null
  const close = () => setState('read')
  const [before = '', after = ''] = t('suspension.text', { support: LINK }).split(LINK)
  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled
      className="fixed inset-0 z-60 grid place-items-center bg-scrim p-4 sm:p-6"
    >
      <Modal className="w-full rounded-lg bg-raised shadow-float sm:max-w-104">
        <Dialog role="alertdialog" aria-describedby={text} className="grid p-6 outline-none">
          <span className="grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
            <Icon of={Lock} size={18} />
          </span>
          <Heading slot="title" level={2} className="mt-6 text-md font-semibold">
            {t('suspension.title')}
          </Heading>
          <p id={text} className="mt-1 text-ink-2">
            {before}
            <Link to={paths.supportNew} search={{ category: 'appeal' }} onClick={close} className="text-link">
              {t('suspension.contact')}
            </Link>
            {after}
          </p>
          <Button tone="primary" autoFocus onClick={close} className="mt-6 w-full">
            {t('suspension.okay')}
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
