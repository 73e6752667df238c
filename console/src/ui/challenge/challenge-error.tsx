import { formatNumber, useText } from '../../i18n/text.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorHelp } from '../help-link.tsx'
import { Note } from '../note.tsx'
import { wasCancelled } from '../passkey.ts'

/** Rounds up to whole minutes. */
const minutes = (seconds: number): string =>
  formatNumber(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' })

/** Shows the error of a challenge that belongs to no field. */
export function ChallengeError({ error }: { error: unknown }) {
  const t = useText()
  if (error === null) return null
  const known = error instanceof ApiError ? error : null
  const message = () => {
    if (wasCancelled(error)) return t('challenge.cancelled')
    if (known?.retryAfter !== undefined) return t('challenge.tooMany', { time: minutes(known.retryAfter) })
    return known?.message ?? t('ui.unexpected')
  }
  return (
    <Note tone="bad" announced>
      {message()} <ErrorHelp error={error} />
    </Note>
  )
}
