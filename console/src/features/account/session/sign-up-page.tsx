import { Partition } from '@hongyan/contract/vocabulary/account'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { paths } from '../../../lib/paths.ts'
import { besideSignIn } from './return-path.ts'
import { callingCode } from '../../../lib/phone.ts'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { enterConsole } from './enter-console.ts'
import { Frame } from './frame.tsx'
import { PasswordStep } from './password-step.tsx'
import { VerificationStep } from './verification-step.tsx'
import { RegionStep } from './region-step.tsx'
import { StepHeading } from './step.tsx'
import { useDraft } from './use-draft.ts'
import { type VerifiedTarget, useVerification } from './use-verification.ts'
import { useSteps } from './use-steps.ts'

const scene = 'verif_signup'
const headings: readonly TextId[] = ['session.regionStep', 'session.contactStep', 'session.passwordStep']

const partitionOf = (chosen: string | undefined): Partition | null =>
  Object.values(Partition).find((partition) => partition === chosen) ?? null

/** Creates an account in three steps: partition, contact and password. */
export function SignUpPage() {
  const t = useText()
  const title = t('session.signUpTitle')
  useDocumentTitle(title)
  const { draft, keep, onInput } = useDraft()
  const { verified, tokenError, verify, setVerified, redeem } = useVerification(scene, () => keep('code', ''))
  const partition = partitionOf(draft['partition'])
  const { step, moved, forward, back } = useSteps(partition === null ? 0 : verified === null ? 1 : 2)

  async function create(chosen: Partition, pending: VerifiedTarget, password: string, name: string) {
    await redeem(pending, ({ target, token }) =>
      api.signup.create({ body: { partition: chosen, ...target, token, password, name, agreed: true } }),
    )
    await enterConsole(paths.home)
  }

  function goOn(next: VerifiedTarget) {
    setVerified(next)
    forward()
  }

  const otherPage = {
    question: t('session.haveAccount'),
    answer: t('session.signIn'),
    href: besideSignIn(paths.signIn, location.search),
  }
  return (
    <Frame title={title} otherPage={otherPage}>
      <StepHeading key={step} step={step} of={headings.length} moved={moved}>
        {t(headings[step] ?? 'session.regionStep')}
      </StepHeading>
      <div onInput={onInput}>
        {step === 0 && <RegionStep chosen={partition} choose={keep} done={forward} />}
        {step === 1 && partition !== null && (
          <VerificationStep
            scene={scene}
            draft={draft}
            home={partition}
            hint={t('session.phoneHint', { code: callingCode(partition) })}
            reason={tokenError}
            verify={verify}
            back={back}
            done={goOn}
          />
        )}
        {step === 2 && partition !== null && verified !== null && (
          <PasswordStep
            draft={draft}
            target={verified.target}
            back={back}
            create={(password, name) => create(partition, verified, password, name)}
          />
        )}
      </div>
    </Frame>
  )
}
