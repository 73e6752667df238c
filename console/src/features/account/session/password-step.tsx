import { password as limits, profile } from '@hongyan/contract/limits/account'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { PasswordField, TextField } from '../../../ui/field.tsx'
import { Form, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import type { Target } from './identifier.ts'
import { passwordError } from './new-password.ts'
import { RefusalNote } from './refusal-note.tsx'
import { StepFoot } from './step.tsx'
import type { Draft } from './use-draft.ts'
import { VerifiedUsername } from './verified-username.tsx'

function check({ password = '' }: FormValues): FieldErrors {
  const wrong = passwordError(password)
  return wrong === null ? {} : { password: wrong }
}

interface PasswordStepProps {
  draft: Draft
  target: Target
  back: () => void
  create: (password: string, name: string) => Promise<void>
}

/** The last step of signing up. */
export function PasswordStep({ draft, target, back, create }: PasswordStepProps) {
  const t = useText()
  const [error, setError] = useState<unknown>(null)

  async function submit({ password = '', name = '' }: FormValues) {
    setError(null)
    await create(password, name)
  }

  return (
    <Form check={check} submit={submit} onError={setError} className="grid gap-4">
      <VerifiedUsername target={target} />
      <TextField
        name="name"
        label={t('session.name')}
        defaultValue={draft['name']}
        autoComplete="name"
        maxLength={profile.nameMax}
      />
      <PasswordField
        name="password"
        label={t('session.password')}
        hint={t('session.passwordHint', { min: limits.min })}
        defaultValue={draft['password']}
        autoComplete="new-password"
      />
      <p className="text-xs/[18px] text-ink-3">{t('session.terms')}</p>
      <StepFoot back={back} busyLabel={t('session.creating')}>
        {t('session.create')}
      </StepFoot>
      <RefusalNote error={error} />
    </Form>
  )
}
