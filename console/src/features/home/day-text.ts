import { Locale } from '@hongyan/contract/vocabulary/account'
import { currentLocale, t } from '../../i18n/text.ts'
import { shownDay } from './formats.ts'

const chinese = (): boolean => currentLocale() === Locale.SimplifiedChinese

/** `11 Nov` or `11/11`: short enough for the label of a bar. */
export const dateText = (date: string): string =>
  shownDay(date, { day: 'numeric', month: chinese() ? 'numeric' : 'short' })

/** The date with its weekday. */
export const weekdayText = (date: string): string =>
  t('home.chart.day', { weekday: shownDay(date, { weekday: chinese() ? 'short' : 'long' }), date: dateText(date) })
