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
  // Keeps the account as it was at opening: a reload behind the dialog must not change the dialog.
  const [now] = useState(account)
  const [verified, setVerified] = useState<RebindToken | null>(null)
  const [again, setAgain] = useState(false)
  const [typed, setTyped] = useState(false)
  const [first, ...others] = verifiableContacts(now).map((contact): VerifiableContact => {
    const value = now[contact] ?? ''
    return { kind: contact, value, shown: contact === 'phone' ? (now.shieldPhone ?? value) : value }
  })

  function over() {
    setVerified(null)
    setAgain(true)
  }

  const frame = { onTyped: () => setTyped(true), onClose }
  return (
    <Dialog title={t(contactTexts(kind, now).act)} open onClose={onClose} held={typed ? 'typed' : false}>
      {first && verified === null ? (
        <VerifyStep contacts={[first, ...others]} again={again} onVerified={setVerified} {...frame} />
      ) : (
        <ContactStep kind={kind} now={now} verified={verified} onExpired={over} {...frame} />
      )}
    </Dialog>
  )
}
