import { useState } from 'react'
import { api } from '../../api/api.ts'
import { t as textNow, useText } from '../../i18n/text.ts'
import { ApiError } from '../../lib/api-error.ts'
import { returnPath } from '../../lib/paths.ts'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'

const check = ({ identifier, password }: FormValues): FieldErrors => ({
  ...(identifier?.trim() ? {} : { identifier: textNow('session.identifierMissing') }),
  ...(password ? {} : { password: textNow('session.passwordMissing') }),
})

/** Signs in and goes where one wanted to be; whatever says no is told in words under the form. */
export function SignInForm() {
  const t = useText()
  const [no, setNo] = useState<string | null>(null)

  async function submit({ identifier = '', password = '' }: FormValues) {
    setNo(null)
    await api.session.create({ body: { identifier: identifier.trim(), password } })
    location.assign(returnPath(location.search, location.origin))
    // The button stays busy until the next page is there.
    await new Promise(() => undefined)
  }
  const failed = (error: unknown) => setNo(error instanceof ApiError ? error.message : t('ui.unexpected'))

  return (
    <Form check={check} submit={submit} failed={failed} className="grid gap-4">
      <TextField
        name="identifier"
        label={t('session.identifier')}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
      />
      <PasswordField name="password" label={t('session.password')} autoComplete="current-password" />
      <SubmitButton busyLabel={t('session.signingIn')} className="mt-2 w-full">
        {t('session.signIn')}
      </SubmitButton>
      {no !== null && (
        <Note tone="bad" announced>
          {no}
        </Note>
      )}
    </Form>
  )
}
