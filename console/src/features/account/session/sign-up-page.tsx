import { Partition } from '@hongyan/contract/vocabulary/account'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { besideSignIn, paths } from '../../../lib/paths.ts'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { enterConsole } from './enter-console.ts'
import { Frame } from './frame.tsx'
import { callingCode } from './identifier.ts'
import { PasswordStep } from './password-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { RegionStep } from './region-step.tsx'
import { StepHeading } from './step.tsx'
import { useDraft } from './use-draft.ts'
import { type Proved, useProof } from './use-proof.ts'
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
  const { proved, stale, prove, setProved, spend } = useProof(scene, () => keep('code', ''))
  const partition = partitionOf(draft['partition'])
  const { step, moved, forward, back } = useSteps(partition === null ? 0 : proved === null ? 1 : 2)

  async function create(chosen: Partition, proof: Proved, password: string) {
    await spend(proof, ({ target, token }) =>
      api.signup.create({ body: { partition: chosen, ...target, token, password, agreed: true } }),
    )
    await enterConsole(paths.home)
  }

  function goOn(next: Proved) {
    setProved(next)
    forward()
  }

  const instead = {
    question: t('session.haveAccount'),
    answer: t('session.signIn'),
    href: besideSignIn(paths.signIn, location.search),
  }
  return (
    <Frame title={title} instead={instead}>
      <StepHeading key={step} step={step} of={headings.length} moved={moved}>
        {t(headings[step] ?? 'session.regionStep')}
      </StepHeading>
      <div onInput={onInput}>
        {step === 0 && <RegionStep chosen={partition} choose={keep} done={forward} />}
        {step === 1 && partition !== null && (
          <ProofStep
            scene={scene}
            draft={draft}
            home={partition}
            hint={t('session.phoneHint', { code: callingCode(partition) })}
            reason={stale}
            prove={prove}
            back={back}
            done={goOn}
          />
        )}
        {step === 2 && partition !== null && proved !== null && (
          <PasswordStep
            draft={draft}
            target={proved.target}
            back={back}
            create={(password) => create(partition, proved, password)}
          />
        )}
      </div>
    </Frame>
  )
}
