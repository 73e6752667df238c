import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import type { SecondFactorWay } from '@hongyan/contract/vocabulary/second-factor'
import { useRef } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { passkeysWork, type Json } from '../../../ui/passkey.ts'
import type { ChallengeAnswer } from '../../../ui/challenge/challenge-answer.ts'
import { ChallengeForm } from '../../../ui/challenge/challenge-form.tsx'
import { enterConsole } from './enter-console.ts'

function waysOf({ ways }: SecondFactorChallenge): readonly [SecondFactorWay, ...SecondFactorWay[]] {
  const [first = 'recovery', ...rest] = ways.filter((way) => way !== 'passkey' || passkeysWork())
  return [first, ...rest]
}

/** Reads the new WebAuthn options from the refusal of a passkey. */
const newPasskeyOptions = (error: unknown): Json | null => {
  const details = error instanceof ApiError ? error.details : null
  if (typeof details !== 'object' || details === null || !('passkey' in details)) return null
  const { passkey } = details
  return typeof passkey === 'object' && passkey !== null ? { ...passkey } : null
}

interface SecondStepProps {
  challenge: SecondFactorChallenge
  /** Returns to the password or code form. */
  back: () => void
}

/** The second step of signing in, for accounts with a second factor. */
export default function SecondStep({ challenge, back }: SecondStepProps) {
  const t = useText()
  const passkey = useRef<Json>(challenge.passkey ?? {})
  async function submitAnswer(answer: ChallengeAnswer) {
    try {
      await api.secondFactor.signIn({ body: { ticket: challenge.ticket, ...answer } })
    } catch (error) {
      passkey.current = newPasskeyOptions(error) ?? passkey.current
      throw error
    }
    await enterConsole()
  }

  return (
    <>
      <h2 className="mb-1 text-md font-semibold">{t('session.secondStep')}</h2>
      <p className="mb-5 text-ink-2">{t('session.secondStepText')}</p>
      <ChallengeForm
        ways={waysOf(challenge)}
        passkeyOptions={async () => passkey.current}
        submitAnswer={submitAnswer}
        submitLabel={t('session.signIn')}
        busyLabel={t('session.signingIn')}
        renderFrame={(fields, button) => (
          <div className="grid gap-4">
            {fields}
            <div className="mt-2 flex gap-3 *:last:flex-1">
              <Button onClick={back}>{t('session.back')}</Button>
              {button}
            </div>
          </div>
        )}
      />
    </>
  )
}
