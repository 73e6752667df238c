import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { Form, SubmitButton, type FormValues } from '../../../ui/form.tsx'
import { orAsked } from './asked-second.ts'
import { enterConsole } from './enter-console.ts'
import { targetOf, textOf } from './identifier.ts'
import { checkProof, ProofFields } from './proof-fields.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { useProof } from './use-proof.ts'
import type { WayFormProps } from './way-form.ts'

const scene = 'verif_signin'

/** Signs in with a code sent to the account's e-mail or phone. */
export function CodeForm({ draft, autoFocus, onAsked }: WayFormProps) {
  const t = useText()
  const [no, setNo] = useState<unknown>(null)
  const { prove, spend } = useProof(scene)

  async function submit({ identifier = '', code = '' }: FormValues) {
    setNo(null)
    const target = targetOf(identifier)
    if (!target) return
    await spend(await prove(target, code), ({ token }) =>
      orAsked(api.session.byCode({ body: { identifier: textOf(target), token } }), onAsked),
    )
    await enterConsole()
  }

  return (
    <Form check={checkProof} submit={submit} failed={setNo} className="grid gap-4">
      <ProofFields scene={scene} draft={draft} autoFocus={autoFocus} failed={setNo} />
      <SubmitButton busyLabel={t('session.signingIn')} className="mt-2 w-full">
        {t('session.signIn')}
      </SubmitButton>
      <RefusalNote error={no} />
    </Form>
  )
}
