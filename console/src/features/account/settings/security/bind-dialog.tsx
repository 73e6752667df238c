import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { type Contact, waysToVerify } from './contact.ts'
import { ContactStep, wordsFor } from './contact-step.tsx'
import { type Verified, VerifyStep, type Way } from './verify-step.tsx'

/** Specification section 4, "Bind phone or email": an owner with a contact verifies it first. */
export function BindDialog({ kind, onClose }: { kind: Contact; onClose: () => void }) {
  const t = useText()
  const account = useAccount()
  // Keeps the account as it was at opening: a reload behind the dialog must not change the dialog.
  const [now] = useState(account)
  const [verified, setVerified] = useState<Verified | null>(null)
  const [again, setAgain] = useState(false)
  const [typed, setTyped] = useState(false)
  const [first, ...others] = waysToVerify(now).map((way): Way => {
    const value = now[way] ?? ''
    return { kind: way, value, shown: way === 'phone' ? (now.shieldPhone ?? value) : value }
  })

  function over() {
    setVerified(null)
    setAgain(true)
  }

  const frame = { onTyped: () => setTyped(true), onClose }
  return (
    <Dialog title={t(wordsFor(kind, now).act)} open onClose={onClose} held={typed ? 'typed' : false}>
      {first && verified === null ? (
        <VerifyStep ways={[first, ...others]} again={again} onVerified={setVerified} {...frame} />
      ) : (
        <ContactStep kind={kind} now={now} verified={verified} onOver={over} {...frame} />
      )}
    </Dialog>
  )
}
