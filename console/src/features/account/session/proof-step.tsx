import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Form, type FormValues } from '../../../ui/form.tsx'
import { targetOf, type Target } from './identifier.ts'
import { checkProof, ProofFields } from './proof-fields.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { StepFoot } from './step.tsx'
import type { Draft } from './use-draft.ts'
import type { Proved } from './use-proof.ts'

interface ProofStepProps {
  scene: VerificationScene
  draft: Draft
  home?: Partition
  hint?: string
  autoFocus?: boolean
  /** The error that brought the customer back to this step. */
  reason?: unknown
  prove: (target: Target, code: string) => Promise<Proved>
  back?: () => void
  done: (proved: Proved) => void
}

/** Verifies an e-mail or phone before the flow continues. */
export function ProofStep({
  scene,
  draft,
  home,
  hint,
  autoFocus = false,
  reason = null,
  prove,
  back,
  done,
}: ProofStepProps) {
  const t = useText()
  const [no, setNo] = useState(reason)

  async function submit({ identifier = '', code = '' }: FormValues) {
    setNo(null)
    const target = targetOf(identifier, home)
    if (target) done(await prove(target, code))
  }

  return (
    <Form check={checkProof} submit={submit} failed={setNo} className="grid gap-4">
      <ProofFields
        scene={scene}
        draft={draft}
        autoFocus={autoFocus}
        failed={setNo}
        {...(home === undefined ? {} : { home })}
        {...(hint === undefined ? {} : { hint })}
      />
      <StepFoot busyLabel={t('session.checking')} {...(back ? { back } : {})}>
        {t('session.continue')}
      </StepFoot>
      <RefusalNote error={no} />
    </Form>
  )
}
