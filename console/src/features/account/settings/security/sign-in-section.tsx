import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { BindDialog } from './bind-dialog.tsx'
import { contactTexts } from './contact-step.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SecurityRow } from './security-row.tsx'

const Missing = () => <span className="text-ink-3">{useText()('security.notSet')}</span>

/** Masked until the owner reveals it (specification section 2, "Settings screen"). */
function Phone({ phone, masked }: { phone: string; masked: string }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      {shown ? phone : masked}
      <IconButton
        icon={shown ? EyeOff : Eye}
        size={13}
        label={t(shown ? 'ui.hideWhat' : 'ui.showWhat', { what: t('security.phone') })}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </span>
  )
}

/** The means to sign in: phone, email address and password. */
export function SignInSection() {
  const t = useText()
  const account = useAccount()
  const { phone, shieldPhone, email } = account
  const [open, setOpen] = useState<'phone' | 'email' | 'password' | null>(null)
  const close = () => setOpen(null)
  return (
    <section aria-labelledby="sign-in" className="divide-y divide-line rounded-lg border border-line bg-raised">
      <h2 id="sign-in" className="p-4 font-semibold sm:px-6">
        {t('security.signIn')}
      </h2>
      <SecurityRow
        title="security.phone"
        text="security.phoneText"
        value={phone === null ? <Missing /> : <Phone phone={phone} masked={shieldPhone ?? phone} />}
        actionLabel={phone === null ? 'security.setUp' : 'security.change'}
        spoken={contactTexts('phone', account).submitLabel}
        onAct={() => setOpen('phone')}
      />
      <SecurityRow
        title="security.email"
        text="security.emailText"
        value={email ?? <Missing />}
        actionLabel={email === null ? 'security.setUp' : 'security.change'}
        spoken={contactTexts('email', account).submitLabel}
        onAct={() => setOpen('email')}
      />
      <SecurityRow
        title="security.password"
        text="security.passwordText"
        actionLabel="security.changePassword"
        onAct={() => setOpen('password')}
      />
      {(open === 'phone' || open === 'email') && <BindDialog kind={open} onClose={close} />}
      {open === 'password' && <PasswordDialog onClose={close} />}
    </section>
  )
}
