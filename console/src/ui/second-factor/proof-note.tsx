import { formatNumber, useText } from '../../i18n/text.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Note } from '../note.tsx'
import { wasCancelled } from '../passkey.ts'

/** In whole minutes: nobody waits for the second. */
const minutes = (seconds: number): string =>
  formatNumber(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' })

/** Why nothing came of it, as far as no field says so. */
export function ProofNote({ error }: { error: unknown }) {
  const t = useText()
  if (error === null) return null
  const known = error instanceof ApiError ? error : null
  const words = () => {
    if (wasCancelled(error)) return t('second-factor.cancelled')
    if (known?.retryAfter !== undefined) return t('second-factor.tooMany', { time: minutes(known.retryAfter) })
    return known?.message ?? t('ui.unexpected')
  }
  return (
    <Note tone="bad" announced>
      {words()}
    </Note>
  )
}
