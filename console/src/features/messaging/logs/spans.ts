import { HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { t } from '../../../i18n/text.ts'

/** A span of time in one unit, with a decimal where it is short. */
export function spanText(millis: number): string {
  if (millis < SECOND) return t('logs.millis', { count: Math.max(0, Math.round(millis)) })
  if (millis < 10 * SECOND) return t('logs.seconds', { count: (millis / SECOND).toFixed(1) })
  if (millis < MINUTE) return t('logs.seconds', { count: Math.round(millis / SECOND) })
  if (millis < HOUR) return t('logs.minutes', { count: Math.round(millis / MINUTE) })
  return t('logs.hours', { count: Math.round(millis / HOUR) })
}

export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from)
