import { formatNumber, useText } from '../../i18n/text.ts'
import { ApiError, limitWait } from '../../lib/api-error.ts'
import { ErrorHelp } from '../help-link.tsx'
import { Note } from '../note.tsx'
import { isRegistered, wasCancelled } from '../passkey.ts'

/** Rounds up to whole minutes. */
const minutes = (seconds: number): string =>
  formatNumber(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' })

/** Shows the error of a challenge that belongs to no field. */
export function ChallengeError({ error }: { error: unknown }) {
  const t = useText()
  if (error === null) return null
  const wait = limitWait(error)
  const message = () => {
    if (wasCancelled(error)) return t('challenge.cancelled')
    if (isRegistered(error)) return t('challenge.registered')
    if (wait !== null) return t('challenge.tooMany', { time: minutes(wait) })
    return error instanceof ApiError ? error.message : t('ui.unexpected')
  }
  return (
    <Note tone="bad" announced>
      {message()} <ErrorHelp error={error} />
    </Note>
  )
}
