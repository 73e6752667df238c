import { code as limits } from '@hongyan/contract/limits/account'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import { useRef, useState, type KeyboardEvent } from 'react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { delayResend, mayResend, resendAt } from '../../../lib/code-resend.ts'
import { CodeField } from '../../../ui/code-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useClearError, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import { identifierError, targetOf, textOf, type Target } from './identifier.ts'
import { SendCode } from './send-code.tsx'
import type { Draft } from './use-draft.ts'
import { sendCode } from './use-verification.ts'

/** Validates the identifier and the code. */
export function checkVerification({ identifier = '', code = '' }: FormValues): FieldErrors {
  const wrong = identifierError(identifier)
  return {
    ...(wrong === null ? {} : { identifier: wrong }),
    ...(limits.pattern.test(code)
      ? {}
      : { code: textNow(code === '' ? 'session.codeMissing' : 'session.codeInvalid') }),
  }
}

interface VerificationFieldsProps {
  scene: CodeScene
  draft: Draft
  /** The partition whose calling code a number without plus gets, once it is known. */
  home?: Partition
  hint?: string
  autoFocus?: boolean
  /** Receives the error of a code that could not be sent, and null before each attempt. */
  onError: (error: unknown) => void
}

/** An email address or phone and its code. The button sends the code, at most once a minute for each scene and target. */
export function VerificationFields({ scene, draft, home, hint, autoFocus, onError }: VerificationFieldsProps) {
  const t = useText()
  const identifierField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const forgive = useClearError()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const target = targetOf(draft['identifier'] ?? '', home)
  const codeTo = (to: Target) => ({ scene, recipient: textOf(to) })
  const nextCode = target === null ? 0 : resendAt(codeTo(target))

  function showAtIdentifier(message: string | null) {
    setWrong(message ?? undefined)
    identifierField.current?.focus()
  }

  function refuse(error: unknown, to: Target) {
    if (error instanceof ApiError && error.retryAfter !== undefined) delayResend(codeTo(to), error.retryAfter * 1_000)
    if (error instanceof ApiError && error.field === 'identifier') showAtIdentifier(error.message)
    else onError(error)
  }

  async function send(to: Target | null) {
    if (busy || (to && !mayResend(codeTo(to)))) return
    onError(null)
    if (to === null) return showAtIdentifier(identifierError(draft['identifier'] ?? ''))
    setSentTo(null)
    setBusy(true)
    try {
      await sendCode(scene, to)
      delayResend(codeTo(to), limits.resendAfter)
      setSentTo(textOf(to))
      forgive('code')
      codeField.current?.focus()
    } catch (error) {
      refuse(error, to)
    }
    setBusy(false)
  }

  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || nextCode > 0) return
    event.preventDefault()
    void send(target)
  }
  const sent = sentTo !== null && target !== null && sentTo === textOf(target)

  return (
    <>
      <TextField
        ref={identifierField}
        name="identifier"
        label={t('session.identifier')}
        defaultValue={draft['identifier']}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        onKeyDown={sendOnEnter}
        onInput={() => setWrong(undefined)}
        {...(wrong === undefined ? {} : { error: wrong })}
        {...(hint === undefined ? {} : { hint })}
      />
      <div className="grid gap-1.5">
        <CodeField
          ref={codeField}
          name="code"
          label={t('session.code')}
          placeholder={t('session.codePlaceholder')}
          defaultValue={draft['code']}
          trailing={<SendCode from={nextCode} again={nextCode > 0} busy={busy} onPress={() => void send(target)} />}
        />
        <p role="status" className="text-xs wrap-anywhere text-ink-3 empty:-mt-1.5">
          {sent &&
            t(scene === 'verif_signup' ? 'session.codeSent' : 'session.codeSentIfKnown', {
              target: sentTo,
              minutes: limits.validFor / 60_000,
            })}
        </p>
      </div>
    </>
  )
}
