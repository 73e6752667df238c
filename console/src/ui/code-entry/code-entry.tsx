import { code as limits } from '@hongyan/contract/limits/account'
import type { CodeChannel, CodeScene } from '@hongyan/contract/vocabulary/codes'
import { useRef, useState } from 'react'
import { t as textNow, useText } from '../../i18n/text.ts'
import { ApiError, limitWait } from '../../lib/api-error.ts'
import { type CodeTarget, delayResend, resendAt } from '../../lib/code-resend.ts'
import { Button } from '../button.tsx'
import { CodeField } from '../code-field.tsx'
import { useSecondsUntil } from '../countdown.ts'
import { cx } from '../cx.ts'
import { useClearError } from '../form.tsx'
import { showError } from '../show-error.ts'
import { toast } from '../toasts.ts'
import { waitText } from '../wait-text.ts'

type Contact = 'phone' | 'email'

/** The scene and the contact that a code verifies. */
interface CodeScope {
  readonly scene: CodeScene
  readonly kind: Contact
  readonly value: string
}

export const codeScopeBody = ({ scene, kind, value }: CodeScope) =>
  kind === 'phone' ? { scene, phone: value } : { scene, email: value }

/** Counts down the server's time to wait where it sends one, and shows that of a reached limit in words. */
function refused(error: unknown, target: CodeTarget): void {
  if (error instanceof ApiError && error.retryAfter !== undefined) delayResend(target, error.retryAfter * 1_000)
  const wait = limitWait(error)
  if (wait === null) return showError(error)
  toast('bad', textNow('code-entry.tooManyCodes', { time: waitText(wait, 'long') }))
}

/** Keeps the countdown readable on the disabled button. */
const DISABLED_COUNTDOWN = { color: 'var(--hy-ink-3)' } as const

interface CodeEntryProps {
  /** Requests a code of the server. */
  request: (code: ReturnType<typeof codeScopeBody> & { readonly via: CodeChannel }) => Promise<unknown>
  scene: CodeScene
  kind: Contact
  via: CodeChannel
  /** The recipient of the code; null while it is invalid. */
  to: string | null
  /** The recipient as shown on screen. */
  shown: string | null
  /** Shows an error at the recipient's field; null stands for the field's own check. */
  refuse?: (message: string | null) => void
}

/** The code's field and the button that sends it: at most once a minute for each scene and target (specification section 9). */
export function CodeEntry({ request, scene, kind, via, to, shown, refuse }: CodeEntryProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const forgive = useClearError()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const nextCode = to === null ? 0 : resendAt({ scene, recipient: to })
  const left = useSecondsUntil(nextCode)

  async function send() {
    if (to === null) return refuse?.(null)
    const target = { scene, recipient: to }
    setBusy(true)
    try {
      await request({ ...codeScopeBody({ scene, kind, value: to }), via })
      delayResend(target, limits.resendAfter)
      setSentTo(to)
      forgive('code')
      field.current?.focus()
    } catch (error) {
      if (refuse && error instanceof ApiError && error.field === kind) refuse(error.message)
      else refused(error, target)
    } finally {
      setBusy(false)
    }
  }

  const sent = sentTo !== null && sentTo === to
  const sendButton = (
    <Button
      size="row"
      disabled={left > 0}
      busy={busy}
      busyLabel={t('code-entry.sendingCode')}
      onClick={() => void send()}
      style={left > 0 ? DISABLED_COUNTDOWN : undefined}
      className="-mr-2 tabular-nums"
    >
      {left > 0
        ? t('code-entry.sendAgainIn', { time: waitText(left, 'narrow') })
        : t(nextCode > 0 ? 'code-entry.sendAgain' : 'code-entry.sendCode')}
    </Button>
  )
  return (
    <div>
      <CodeField
        ref={field}
        name="code"
        label={t('code-entry.code')}
        placeholder={t('code-entry.codePlaceholder')}
        trailing={sendButton}
      />
      <p role="status" className={cx('text-xs wrap-anywhere text-ink-3', sent && 'mt-1.5')}>
        {sent && t('code-entry.codeSent', { target: shown ?? '', minutes: limits.validFor / 60_000 })}
      </p>
    </div>
  )
}
