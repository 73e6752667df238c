import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { Form, SubmitButton, type FormValues } from '../../../ui/form.tsx'
import { orChallenge } from './challenge-refusal.ts'
import { enterConsole } from './enter-console.ts'
import { targetOf, textOf } from './identifier.ts'
import { checkVerification, VerificationFields } from './verification-fields.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { useVerification } from './use-verification.ts'
import type { SignInFormProps } from './sign-in-form.ts'

const scene = 'verif_signin'

/** Signs in with a code sent to the account's email or phone. */
export function CodeForm({ draft, autoFocus, onChallenge }: SignInFormProps) {
  const t = useText()
  const [error, setError] = useState<unknown>(null)
  const { verify, redeem } = useVerification(scene)

  async function submit({ identifier = '', code = '' }: FormValues) {
    setError(null)
    const target = targetOf(identifier)
    if (!target) return
    await redeem(await verify(target, code), ({ token }) =>
      orChallenge(api.session.byCode({ body: { identifier: textOf(target), token } }), onChallenge),
    )
    await enterConsole()
  }

  return (
    <Form check={checkVerification} submit={submit} onError={setError} className="grid gap-4">
      <VerificationFields scene={scene} draft={draft} autoFocus={autoFocus} onError={setError} />
      <SubmitButton busyLabel={t('session.signingIn')} className="mt-2 w-full">
        {t('session.signIn')}
      </SubmitButton>
      <RefusalNote error={error} />
    </Form>
  )
}
