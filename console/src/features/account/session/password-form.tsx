import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { besideSignIn } from './return-path.ts'
import { PasswordField, TextField } from '../../../ui/field.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import { orChallenge } from './challenge-refusal.ts'
import { enterConsole } from './enter-console.ts'
import { RefusalNote } from './refusal-note.tsx'
import type { SignInFormProps } from './sign-in-form.ts'

const check = ({ identifier, password }: FormValues): FieldErrors => ({
  ...(identifier?.trim() ? {} : { identifier: textNow('session.identifierMissing') }),
  ...(password ? {} : { password: textNow('session.passwordMissing') }),
})

/** Signs in with a password and opens the page the customer came for. Errors without a field appear under the form. */
export function PasswordForm({ draft, autoFocus, onChallenge }: SignInFormProps) {
  const t = useText()
  const [error, setError] = useState<unknown>(null)

  async function submit({ identifier = '', password = '' }: FormValues) {
    setError(null)
    await orChallenge(api.session.create({ body: { identifier: identifier.trim(), password } }), onChallenge)
    await enterConsole()
  }

  return (
    <>
      <Form check={check} submit={submit} onError={setError} className="grid gap-4">
        <TextField
          name="identifier"
          label={t('session.identifier')}
          defaultValue={draft['identifier']}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus && !draft['identifier']}
        />
        <div className="relative">
          <PasswordField
            name="password"
            label={t('session.password')}
            autoComplete="current-password"
            autoFocus={autoFocus && Boolean(draft['identifier'])}
          />
          <a
            href={besideSignIn(paths.passwordReset, location.search)}
            className="absolute top-0 right-0 text-link text-sm text-ink-3"
          >
            {t('session.forgot')}
          </a>
        </div>
        <SubmitButton busyLabel={t('session.signingIn')} className="mt-2 w-full">
          {t('session.signIn')}
        </SubmitButton>
        <RefusalNote error={error} />
      </Form>
      <p className="mt-6 text-xs/[18px] text-ink-3">{t('session.lockHint')}</p>
    </>
  )
}
