import { useState } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { ApiError, limitWait } from '../../../lib/api-error.ts'
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

/** Shows an error that belongs to no field, with the time to wait where a limit is reached. */
export function RefusalNote({ error }: { error: unknown }) {
  const t = useText()
  if (error === null) return null
  const known = error instanceof ApiError ? error : null
  const wait = limitWait(error)
  return (
    <Note tone="bad" announced>
      {wait === null ? (
        (known?.message ?? t('ui.unexpected'))
      ) : (
        <Limited text={limits[known?.code ?? ''] ?? 'session.tooMany'} seconds={wait} />
      )}
    </Note>
  )
}
