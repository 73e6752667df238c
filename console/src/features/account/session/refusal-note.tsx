import { useState } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useSecondsUntil } from '../../../ui/countdown.ts'
import { Note } from '../../../ui/note.tsx'
import { waitText } from '../../../ui/wait-text.ts'

const limits: Readonly<Record<string, TextId>> = {
  sign_in_locked: 'session.locked',
  otp_too_many_sends: 'session.tooManyCodes',
}

/** Counts down on screen. A screen reader announces the time once. */
function Limited({ text, seconds }: { text: TextId; seconds: number }) {
  const t = useText()
  const [until] = useState(() => Date.now() + seconds * 1000)
  const left = useSecondsUntil(until)
  return (
    <>
      <span aria-hidden>{left > 0 ? t(text, { time: waitText(left, 'long') }) : t('session.again')}</span>
      <span className="sr-only">{t(text, { time: waitText(seconds, 'long') })}</span>
    </>
  )
}

/** Shows an error that belongs to no field, with the time to wait where there is one. */
export function RefusalNote({ error }: { error: unknown }) {
  const t = useText()
  if (error === null) return null
  const known = error instanceof ApiError ? error : null
  return (
    <Note tone="bad" announced>
      {known?.retryAfter === undefined ? (
        (known?.message ?? t('ui.unexpected'))
      ) : (
        <Limited text={limits[known.code ?? ''] ?? 'session.tooMany'} seconds={known.retryAfter} />
      )}
    </Note>
  )
}
