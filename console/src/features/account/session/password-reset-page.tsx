import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { besideSignIn, paths } from '../../../lib/paths.ts'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { Frame } from './frame.tsx'
import { textOf } from './identifier.ts'
import { NewPasswordStep } from './new-password-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { ResetDone } from './reset-done.tsx'
import { StepHeading } from './step.tsx'
import { useDraft } from './use-draft.ts'
import { type Proved, useProof } from './use-proof.ts'
import { useSteps } from './use-steps.ts'

const scene = 'verif_reset_password'

/** Sets a new password once the account's e-mail or phone is verified. */
export function PasswordResetPage() {
  const t = useText()
  const title = t('session.resetTitle')
  useDocumentTitle(title)
  const { draft, keep, onInput } = useDraft()
  const [saved, setSaved] = useState(false)
  const { proved, stale, prove, setProved, spend } = useProof(scene, () => keep('code', ''))
  const { step, moved, forward, back } = useSteps(proved === null ? 0 : 1)

  async function save(proof: Proved, password: string) {
    await spend(proof, ({ target, token }) =>
      api.password.reset({ body: { identifier: textOf(target), token, password } }),
    )
    setSaved(true)
  }

  function goOn(next: Proved) {
    setProved(next)
    forward()
  }

  const signIn = besideSignIn(paths.signIn, location.search)
  const instead = { question: t('session.rememberedPassword'), answer: t('session.backToSignIn'), href: signIn }
  if (saved) return <ResetDone title={title} signIn={signIn} />
  return (
    <Frame title={title} instead={instead}>
      <StepHeading key={step} step={step} of={2} moved={moved}>
        {t(step === 0 ? 'session.contactStep' : 'session.newPasswordStep')}
      </StepHeading>
      <div onInput={onInput}>
        {proved === null || step === 0 ? (
          <ProofStep scene={scene} draft={draft} autoFocus={!moved} reason={stale} prove={prove} done={goOn} />
        ) : (
          <NewPasswordStep
            draft={draft}
            target={proved.target}
            back={back}
            save={(password) => save(proved, password)}
          />
        )}
      </div>
    </Frame>
  )
}
