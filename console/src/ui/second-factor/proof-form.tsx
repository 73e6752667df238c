import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../button.tsx'
import { CodeField } from '../code-field.tsx'
import { PasswordField, TextField } from '../field.tsx'
import { Form, SubmitButton, type FormValues } from '../form.tsx'
import type { Json } from '../passkey.ts'
import { checkOf, proofOf, saidAt, type Proof } from './proof.ts'
import { ProofNote } from './proof-note.tsx'

const acts: Record<StepUpWay, TextId> = {
  totp: 'second-factor.useApp',
  passkey: 'second-factor.usePasskey',
  password: 'second-factor.usePassword',
  recovery: 'second-factor.useRecovery',
}

/** What each way asks for. */
function Asked({ way }: { way: StepUpWay }) {
  const t = useText()
  if (way === 'totp') {
    return (
      <CodeField
        name="totp"
        label={t('second-factor.code')}
        hint={t('second-factor.codeHint')}
        placeholder={t('second-factor.codePlaceholder')}
      />
    )
  }
  if (way === 'password') {
    return <PasswordField name="password" label={t('second-factor.password')} autoComplete="current-password" />
  }
  if (way === 'recovery') {
    return (
      <TextField
        name="recovery"
        label={t('second-factor.recovery')}
        hint={t('second-factor.recoveryHint')}
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        className="font-mono"
      />
    )
  }
  return <p className="text-ink-2">{t('second-factor.passkeyText')}</p>
}

/** Has the focus a frame later: a dialog that lies behind this one lets go of it only then. */
function FirstField({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => place.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return <div ref={place}>{children}</div>
}

interface ProofFormProps {
  /** Those that there are, the most likely first. */
  ways: readonly [StepUpWay, ...StepUpWay[]]
  /** What a passkey is to answer. */
  askPasskey: () => Promise<Json>
  prove: (proof: Proof) => Promise<void>
  /** The word on the button, and what it says while it is busy. */
  act: string
  busyLabel: string
  /** Puts the form's fields and its button into their places. */
  renderFrame: (fields: ReactNode, button: ReactNode) => ReactNode
}

/** Asks for one proof in one way at a time, with the others a press away. */
export function ProofForm({ ways, askPasskey, prove, act, busyLabel, renderFrame }: ProofFormProps) {
  const t = useText()
  const [way, setWay] = useState<StepUpWay>(ways[0])
  const [no, setNo] = useState<unknown>(null)

  async function submit(values: FormValues) {
    setNo(null)
    const proof = await proofOf(way, values, askPasskey)
    await saidAt(way, prove(proof))
  }

  function choose(next: StepUpWay) {
    setNo(null)
    setWay(next)
  }

  const others = ways.filter((each) => each !== way)
  return (
    <Form key={way} check={checkOf(way)} submit={submit} failed={setNo}>
      {renderFrame(
        <>
          <FirstField>
            <Asked way={way} />
          </FirstField>
          <ProofNote error={no} />
          {others.length > 0 && (
            <div className="flex flex-wrap gap-x-1 gap-y-1 -mx-2">
              {others.map((each) => (
                <Button key={each} tone="ghost" size="row" onClick={() => choose(each)}>
                  {t(acts[each])}
                </Button>
              ))}
            </div>
          )}
        </>,
        <SubmitButton busyLabel={busyLabel}>{way === 'passkey' ? t('second-factor.usePasskey') : act}</SubmitButton>,
      )}
    </Form>
  )
}
