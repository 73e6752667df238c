import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { type Contact, verifiableContacts } from './contact.ts'
import { ContactStep, contactTexts } from './contact-step.tsx'
import { type RebindToken, VerifyStep, type VerifiableContact } from './verify-step.tsx'

/** Specification section 4, "Bind phone or email": an owner with a contact verifies it first. */
export function BindDialog({ kind, onClose }: { kind: Contact; onClose: () => void }) {
  const t = useText()
  const account = useAccount()
  // The account at the opening of the dialog: a reload behind the dialog must not change the dialog.
  const [current] = useState(account)
  const [verified, setVerified] = useState<RebindToken | null>(null)
  const [hasExpired, setHasExpired] = useState(false)
  const [typed, setTyped] = useState(false)
  const [first, ...others] = verifiableContacts(current).map((contact): VerifiableContact => {
    const value = current[contact] ?? ''
    return { kind: contact, value, shown: contact === 'phone' ? (current.shieldPhone ?? value) : value }
  })

  function restartVerification() {
    setVerified(null)
    setHasExpired(true)
  }

  const frame = { onTyped: () => setTyped(true), onClose }
  return (
    <Dialog title={t(contactTexts(kind, current).submitLabel)} open onClose={onClose} held={typed ? 'typed' : false}>
      {first && verified === null ? (
        <VerifyStep contacts={[first, ...others]} hasExpired={hasExpired} onVerified={setVerified} {...frame} />
      ) : (
        <ContactStep kind={kind} current={current} verified={verified} onExpired={restartVerification} {...frame} />
      )}
    </Dialog>
  )
}
