import { Locale } from '@hongyan/contract/vocabulary/account'
import { currentLocale, formatDate, formatNumber, t } from '../../i18n/text.ts'

/** Formats a day. It is already in the account's time zone, so it is formatted in UTC. */
const shownDay = (date: string, options: Intl.DateTimeFormatOptions): string =>
  formatDate(new Date(`${date}T00:00:00Z`), { ...options, timeZone: 'UTC' })

export const shownCompact = (value: number): string => formatNumber(value, { notation: 'compact' })

const chinese = (): boolean => currentLocale() === Locale.SimplifiedChinese

/** `11 Nov` or `11/11`: short enough for the label of a bar. */
export const dateText = (date: string): string =>
  shownDay(date, { day: 'numeric', month: chinese() ? 'numeric' : 'short' })

/** The date with its weekday. */
export const weekdayText = (date: string): string =>
  t('ui.chart.day', { weekday: shownDay(date, { weekday: chinese() ? 'short' : 'long' }), date: dateText(date) })
