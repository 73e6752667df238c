import { password as limits } from '@hongyan/contract/limits/account'
import { useState } from 'react'
import { accountName, useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { signOut } from '../../../../api/sign-out.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { PasswordField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FormValues } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { formCheck } from '../rule-messages.ts'
import { checkPassword } from './password-check.ts'

const check = formCheck(checkPassword)

/** Read by the password manager, which takes the user name from the preceding field. */
function Username() {
  const account = useAccount()
  const name = account.email ?? account.phone ?? accountName(account)
  return <input value={name} readOnly autoComplete="username" aria-hidden tabIndex={-1} className="sr-only" />
}

/** Signs out three seconds after the change (specification section 4, "Password change"). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [typed, setTyped] = useState(false)

  async function submit({ curpassword = '', password = '' }: FormValues) {
    await api.profile.changePassword({ body: { curpassword, password } })
    onClose()
    toast('ok', textNow('security.passwordUpdated'), textNow('security.loggingOut'))
    setTimeout(() => void signOut(), limits.signOutAfter)
  }

  return (
    <Dialog title={t('security.changePassword')} open onClose={onClose} held={typed ? 'typed' : false}>
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <div className="contents" onInput={() => setTyped(true)}>
            <Username />
            <PasswordField
              name="curpassword"
              label={t('security.currentPassword')}
              autoComplete="current-password"
              autoFocus
            />
            <PasswordField
              name="password"
              label={t('security.newPassword')}
              hint={t('security.passwordHint', { min: limits.min })}
              autoComplete="new-password"
            />
            <PasswordField name="confirmation" label={t('security.confirmation')} autoComplete="new-password" />
          </div>
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton busyLabel={t('security.saving')}>{t('security.changePassword')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
