import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { besideSignIn } from './return-path.ts'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { Frame } from './frame.tsx'
import { textOf } from './identifier.ts'
import { NewPasswordStep } from './new-password-step.tsx'
import { VerificationStep } from './verification-step.tsx'
import { ResetDone } from './reset-done.tsx'
import { StepHeading } from './step.tsx'
import { useDraft } from './use-draft.ts'
import { type VerifiedTarget, useVerification } from './use-verification.ts'
import { useSteps } from './use-steps.ts'

const scene = 'verif_reset_password'

/** Sets a new password once the account's email or phone is verified. */
export function PasswordResetPage() {
  const t = useText()
  const title = t('session.resetTitle')
  useDocumentTitle(title)
  const { draft, keep, onInput } = useDraft()
  const [saved, setSaved] = useState(false)
  const { verified, tokenError, verify, setVerified, redeem } = useVerification(scene, () => keep('code', ''))
  const { step, moved, forward, back } = useSteps(verified === null ? 0 : 1)

  async function save(pending: VerifiedTarget, password: string) {
    await redeem(pending, ({ target, token }) =>
      api.password.reset({ body: { identifier: textOf(target), token, password } }),
    )
    setSaved(true)
  }

  function goOn(next: VerifiedTarget) {
    setVerified(next)
    forward()
  }

  const signIn = besideSignIn(paths.signIn, location.search)
  const otherPage = { question: t('session.rememberedPassword'), answer: t('session.backToSignIn'), href: signIn }
  if (saved) return <ResetDone title={title} signIn={signIn} />
  return (
    <Frame title={title} otherPage={otherPage}>
      <StepHeading key={step} step={step} of={2} moved={moved}>
        {t(step === 0 ? 'session.contactStep' : 'session.newPasswordStep')}
      </StepHeading>
      <div onInput={onInput}>
        {verified === null || step === 0 ? (
          <VerificationStep
            scene={scene}
            draft={draft}
            autoFocus={!moved}
            reason={tokenError}
            verify={verify}
            done={goOn}
          />
        ) : (
          <NewPasswordStep
            draft={draft}
            target={verified.target}
            back={back}
            save={(password) => save(verified, password)}
          />
        )}
      </div>
    </Frame>
  )
}
