import { code as limits } from '@hongyan/contract/limits'
import type { CodeChannel, VerificationScene } from '@hongyan/contract/vocabulary/verification'
import { useRef, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { formatNumber, t as textNow, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { Button } from '../../../../ui/button.tsx'
import { CodeField } from '../../../../ui/code-field.tsx'
import { useSecondsUntil } from '../../../../ui/countdown.ts'
import { cx } from '../../../../ui/cx.ts'
import { useForgive } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import type { Contact } from './contact.ts'
import { restFor, restsUntil } from './resting.ts'

/** The scene and the contact that a code verifies. */
export interface Asked {
  readonly scene: VerificationScene
  readonly kind: Contact
  readonly value: string
}

export const named = ({ scene, kind, value }: Asked) =>
  kind === 'phone' ? { scene, phone: value } : { scene, email: value }

function waitWords(seconds: number, unitDisplay: 'long' | 'narrow'): string {
  const [count, unit] =
    seconds <= 90 ? [seconds, 'second'] : seconds <= 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return formatNumber(Math.ceil(count), { style: 'unit', unit, unitDisplay })
}

/** Shows how long to wait where the server sends it, and counts that down instead of the usual minute. */
function refused(error: unknown, value: string): void {
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return showError(error)
  restFor(value, error.retryAfter * 1_000)
  toast('bad', textNow('security.tooManyCodes', { time: waitWords(error.retryAfter, 'long') }))
}

/** Keeps the countdown readable on the disabled button. */
const RESTING = { color: 'var(--hy-ink-3)' } as const

interface CodeEntryProps {
  scene: VerificationScene
  kind: Contact
  via: CodeChannel
  /** The recipient of the code; null while it is invalid. */
  to: string | null
  /** The recipient as shown on screen. */
  shown: string | null
  /** Shows an error at the recipient's field; null stands for the field's own check. */
  refuse?: (words: string | null) => void
}

/** The code's field and the button that sends it: at most once a minute for each target (specification section 9). */
export function CodeEntry({ scene, kind, via, to, shown, refuse }: CodeEntryProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const forgive = useForgive()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const rest = restsUntil(to)
  const left = useSecondsUntil(rest)

  async function send() {
    if (to === null) return refuse?.(null)
    setBusy(true)
    try {
      await api.verification.send({ body: { ...named({ scene, kind, value: to }), via } })
      restFor(to, limits.resendAfter)
      setSentTo(to)
      forgive('code')
      field.current?.focus()
    } catch (error) {
      if (refuse && error instanceof ApiError && error.field === kind) refuse(error.message)
      else refused(error, to)
    }
    setBusy(false)
  }

  const sent = sentTo !== null && sentTo === to
  const sendButton = (
    <Button
      size="row"
      disabled={left > 0}
      busy={busy}
      busyLabel={t('security.sendingCode')}
      onClick={() => void send()}
      style={left > 0 ? RESTING : undefined}
      className="-mr-2 tabular-nums"
    >
      {left > 0
        ? t('security.sendAgainIn', { time: waitWords(left, 'narrow') })
        : t(rest > 0 ? 'security.sendAgain' : 'security.sendCode')}
    </Button>
  )
  return (
    <div>
      <CodeField
        ref={field}
        name="code"
        label={t('security.code')}
        placeholder={t('security.codePlaceholder')}
        trailing={sendButton}
      />
      <p role="status" className={cx('text-xs text-pretty wrap-anywhere text-ink-3', sent && 'mt-1.5')}>
        {sent && t('security.codeSent', { target: shown ?? '', minutes: limits.validFor / 60_000 })}
      </p>
    </div>
  )
}
