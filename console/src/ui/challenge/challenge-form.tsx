import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../button.tsx'
import { CodeField } from '../code-field.tsx'
import { PasswordField, TextField } from '../field.tsx'
import { Form, SubmitButton, type FormValues } from '../form.tsx'
import type { Json } from '../passkey.ts'
import { checkFor, challengeAnswer, withErrorAtField, type ChallengeAnswer } from './challenge-answer.ts'
import { ChallengeError } from './challenge-error.tsx'

const switchLabels: Record<StepUpWay, TextId> = {
  totp: 'challenge.useApp',
  passkey: 'challenge.usePasskey',
  password: 'challenge.usePassword',
  recovery: 'challenge.useRecovery',
}

function AnswerField({ way }: { way: StepUpWay }) {
  const t = useText()
  if (way === 'totp') {
    return (
      <CodeField
        name="totp"
        label={t('challenge.code')}
        hint={t('challenge.codeHint')}
        placeholder={t('challenge.codePlaceholder')}
      />
    )
  }
  if (way === 'password') {
    return <PasswordField name="password" label={t('challenge.password')} autoComplete="current-password" />
  }
  if (way === 'recovery') {
    return (
      <TextField
        name="recovery"
        label={t('challenge.recovery')}
        hint={t('challenge.recoveryHint')}
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        className="font-mono"
      />
    )
  }
  return <p className="text-ink-2">{t('challenge.passkeyText')}</p>
}

/** Moves the focus one frame later: until then a dialog behind this one still holds it. */
function FirstField({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => place.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return <div ref={place}>{children}</div>
}

interface ChallengeFormProps {
  /** The ways the account has set up, the most likely first. */
  ways: readonly [StepUpWay, ...StepUpWay[]]
  /** Returns the WebAuthn options for the passkey to sign. */
  passkeyOptions: () => Promise<Json>
  submitAnswer: (answer: ChallengeAnswer) => Promise<void>
  /** The button's label, and its label while the call runs. */
  submitLabel: string
  busyLabel: string
  /** Lays out the form's fields and its button. */
  renderFrame: (fields: ReactNode, button: ReactNode) => ReactNode
}

/** Authenticates the owner in one way at a time, with a button for each of the others. */
export function ChallengeForm({
  ways,
  passkeyOptions,
  submitAnswer,
  submitLabel,
  busyLabel,
  renderFrame,
}: ChallengeFormProps) {
  const t = useText()
  const [way, setWay] = useState<StepUpWay>(ways[0])
  const [error, setError] = useState<unknown>(null)

  async function submit(values: FormValues) {
    setError(null)
    const answer = await challengeAnswer(way, values, passkeyOptions)
    await withErrorAtField(way, submitAnswer(answer))
  }

  function choose(next: StepUpWay) {
    setError(null)
    setWay(next)
  }

  const others = ways.filter((each) => each !== way)
  return (
    <Form key={way} check={checkFor(way)} submit={submit} onError={setError}>
      {renderFrame(
        <>
          <FirstField>
            <AnswerField way={way} />
          </FirstField>
          <ChallengeError error={error} />
          {others.length > 0 && (
            <div className="flex flex-wrap gap-x-1 gap-y-1 -mx-2">
              {others.map((each) => (
                <Button key={each} tone="ghost" size="row" onClick={() => choose(each)}>
                  {t(switchLabels[each])}
                </Button>
              ))}
            </div>
          )}
        </>,
        <SubmitButton busyLabel={busyLabel}>
          {way === 'passkey' ? t('challenge.usePasskey') : submitLabel}
        </SubmitButton>,
      )}
    </Form>
  )
}
