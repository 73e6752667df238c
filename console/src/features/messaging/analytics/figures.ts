import type { Figures } from '@hongyan/contract/endpoints/messaging/analytics'
import { HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { formatNumber, t } from '../../../i18n/text.ts'

/** Shown for an unknown figure. */
export const DASH = '–'

/** The share of delivered messages, of those whose receipts come from handsets; null without any. */
export const rateOf = ({ rated }: Figures): number | null =>
  rated.messages === 0 ? null : rated.delivered / rated.messages

/** The messages that were neither delivered nor failed. */
export const waitingOf = ({ messages, delivered, failed }: Figures): number => messages - delivered - failed

/** Never rounded up to a whole that it is not: 99.996 % is no 100 %. */
export const rateText = (rate: number): string =>
  formatNumber(Math.floor(rate * 10_000) / 10_000, { style: 'percent', minimumFractionDigits: 2 })

/** A span of time in one unit, with a decimal where it is short. */
export function spanText(millis: number): string {
  if (millis < SECOND) return t('analytics.millis', { count: Math.max(1, Math.round(millis)) })
  if (millis < MINUTE) return t('analytics.seconds', { count: shown(millis / SECOND) })
  return millis < HOUR
    ? t('analytics.minutes', { count: shown(millis / MINUTE) })
    : t('analytics.hours', { count: shown(millis / HOUR) })
}

const shown = (value: number): string => formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 })

/** The change of a figure: relative, or in percentage points of a rate. */
export type Change = { readonly by: 'percent' | 'points'; readonly value: number }

/** Null without a figure to compare with. */
export const relative = (now: number | null, before: number | null): Change | null =>
  now === null || before === null || before === 0 ? null : { by: 'percent', value: (now - before) / before }

export const inPoints = (now: number | null, before: number | null): Change | null =>
  now === null || before === null ? null : { by: 'points', value: now - before }
