import { formatDate, t } from '../../i18n/text.ts'
import { type Period, type Range, wholeMonth } from './range.ts'

/** Formats a day. It is already in the account's time zone, so it is formatted in UTC. */
const dayText = (day: string): string =>
  formatDate(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const monthText = (month: string): string =>
  formatDate(`${month}-01T00:00:00Z`, { year: 'numeric', month: 'long', timeZone: 'UTC' })

export const periodText = (period: Period): string => t(`list.${period}`)

/** Names a whole month, a single day, both ends, or the one end that is set; `openEnded` names a range without days. */
export function rangeText(range: Range, openEnded = t('list.allTime')): string {
  const { from, to } = range
  const month = wholeMonth(range)
  if (month !== null) return monthText(month)
  if (from !== undefined && to !== undefined) return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
  if (from !== undefined) return t('list.since', { day: dayText(from) })
  return to === undefined ? openEnded : t('list.until', { day: dayText(to) })
}
