import { password as limits } from '@hongyan/contract/limits/account'
import { useState } from 'react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { PasswordField } from '../../../ui/field.tsx'
import { Form, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import type { Target } from './identifier.ts'
import { passwordError } from './new-password.ts'
import { RefusalNote } from './refusal-note.tsx'
import { StepFoot } from './step.tsx'
import type { Draft } from './use-draft.ts'
import { VerifiedUsername } from './verified-username.tsx'

function check({ password = '', confirmation = '' }: FormValues): FieldErrors {
  const wrong = passwordError(password)
  if (wrong !== null) return { password: wrong }
  if (confirmation === '') return { confirmation: textNow('session.confirmationMissing') }
  return confirmation === password ? {} : { confirmation: textNow('session.inconsistent') }
}

interface NewPasswordStepProps {
  draft: Draft
  target: Target
  back: () => void
  save: (password: string) => Promise<void>
}

/** The new password after a reset, typed twice (specification section 5). */
export function NewPasswordStep({ draft, target, back, save }: NewPasswordStepProps) {
  const t = useText()
  const [error, setError] = useState<unknown>(null)

  async function submit({ password = '' }: FormValues) {
    setError(null)
    await save(password)
  }

  return (
    <Form check={check} submit={submit} onError={setError} className="grid gap-4">
      <VerifiedUsername target={target} />
      <PasswordField
        name="password"
        label={t('session.newPassword')}
        hint={t('session.passwordHint', { min: limits.min })}
        defaultValue={draft['password']}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmation"
        label={t('session.confirmation')}
        defaultValue={draft['confirmation']}
        autoComplete="new-password"
      />
      <StepFoot back={back} busyLabel={t('session.savingPassword')}>
        {t('session.savePassword')}
      </StepFoot>
      <RefusalNote error={error} />
    </Form>
  )
}
