import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Form, type FormValues } from '../../../ui/form.tsx'
import { targetOf, type Target } from './identifier.ts'
import { checkVerification, VerificationFields } from './verification-fields.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { StepFoot } from './step.tsx'
import type { Draft } from './use-draft.ts'
import type { VerifiedTarget } from './use-verification.ts'

interface VerificationStepProps {
  scene: CodeScene
  draft: Draft
  home?: Partition
  hint?: string
  autoFocus?: boolean
  /** The error that brought the customer back to this step. */
  reason?: unknown
  verify: (target: Target, code: string) => Promise<VerifiedTarget>
  back?: () => void
  done: (verified: VerifiedTarget) => void
}

/** Verifies an email or phone before the flow continues. */
export function VerificationStep({
  scene,
  draft,
  home,
  hint,
  autoFocus = false,
  reason = null,
  verify,
  back,
  done,
}: VerificationStepProps) {
  const t = useText()
  const [error, setError] = useState(reason)

  async function submit({ identifier = '', code = '' }: FormValues) {
    setError(null)
    const target = targetOf(identifier, home)
    if (target) done(await verify(target, code))
  }

  return (
    <Form check={checkVerification} submit={submit} onError={setError} className="grid gap-4">
      <VerificationFields
        scene={scene}
        draft={draft}
        autoFocus={autoFocus}
        onError={setError}
        {...(home === undefined ? {} : { home })}
        {...(hint === undefined ? {} : { hint })}
      />
      <StepFoot busyLabel={t('session.checking')} {...(back ? { back } : {})}>
        {t('session.continue')}
      </StepFoot>
      <RefusalNote error={error} />
    </Form>
  )
}
