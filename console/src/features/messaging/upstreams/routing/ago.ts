import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { formatDate, t } from '../../../../i18n/text.ts'

/** The age of a simulation: in minutes, hours, or by its day. */
export function simulatedText(at: string, now: Date): string {
  const age = now.getTime() - new Date(at).getTime()
  if (age < MINUTE) return t('routing.simulatedNow')
  if (age < HOUR) return t('routing.simulatedMinutes', { minutes: Math.floor(age / MINUTE) })
  if (age < DAY) return t('routing.simulatedHours', { hours: Math.floor(age / HOUR) })
  return t('routing.simulatedOn', { day: formatDate(at, { day: 'numeric', month: 'short' }) })
}
