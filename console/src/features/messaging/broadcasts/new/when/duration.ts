import { t } from '../../../../../i18n/text.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A length of time in its two largest units: 3 h 20 min. */
export function durationText(millis: number): string {
  const whole = Math.max(0, millis)
  if (whole < MINUTE) return t('new.seconds', { seconds: Math.max(1, Math.round(whole / SECOND)) })
  if (whole < HOUR) {
    const seconds = Math.floor((whole % MINUTE) / SECOND)
    const minutes = Math.floor(whole / MINUTE)
    return seconds === 0 ? t('new.minutes', { minutes }) : t('new.minutesSeconds', { minutes, seconds })
  }
  if (whole < DAY) {
    const minutes = Math.floor((whole % HOUR) / MINUTE)
    const hours = Math.floor(whole / HOUR)
    return minutes === 0 ? t('new.hours', { hours }) : t('new.hoursMinutes', { hours, minutes })
  }
  const hours = Math.floor((whole % DAY) / HOUR)
  const days = Math.floor(whole / DAY)
  return hours === 0 ? t('new.days', { days }) : t('new.daysHours', { days, hours })
}

/** The same to the minute, for a wait. */
export const waitText = (millis: number): string => durationText(Math.max(MINUTE, Math.floor(millis / MINUTE) * MINUTE))
