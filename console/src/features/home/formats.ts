import { SECOND } from '@hongyan/contract/durations'
import { formatNumber } from '../../i18n/text.ts'

/** Shown for an unknown figure. */
export const DASH = '–'

const ACCURATE_BELOW = 100

/** An average: whole from a hundred on, below with one decimal, so that little traffic does not read as none. */
export const shownAverage = (value: number): string =>
  formatNumber(value, { maximumFractionDigits: value < ACCURATE_BELOW ? 1 : 0 })

/** A percentage or percentage points, with two decimals that make days comparable. */
export const shownRate = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Milliseconds, or seconds from one second on. Never zero, since every call takes time. */
export const shownLatency = (millis: number): string =>
  millis < SECOND
    ? `${formatNumber(Math.max(1, millis), { maximumFractionDigits: 0 })} ms`
    : `${formatNumber(millis / SECOND, { maximumFractionDigits: 1 })} s`
