import { formatDate, formatNumber } from '../../i18n/text.ts'

/** Stands for a figure that cannot be told. */
export const DASH = '–'

const ACCURATE_BELOW = 100

/** An average: whole from a hundred on, below with a decimal so that little traffic does not read as none. */
export const shownAverage = (value: number): string =>
  formatNumber(value, { maximumFractionDigits: value < ACCURATE_BELOW ? 1 : 0 })

/** A number of percent or points, with the two decimals that make days comparable. */
export const shownRate = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const SECOND = 1_000

/** Milliseconds, from a second on in seconds; never zero, since nothing takes no time. */
export const shownLatency = (millis: number): string =>
  millis < SECOND
    ? `${formatNumber(Math.max(1, millis), { maximumFractionDigits: 0 })} ms`
    : `${formatNumber(millis / SECOND, { maximumFractionDigits: 1 })} s`

export const shownCompact = (value: number): string => formatNumber(value, { notation: 'compact' })

/** A day of the summary: it belongs to the account's zone already, so no zone may move it again. */
export const shownDay = (date: string, options: Intl.DateTimeFormatOptions): string =>
  formatDate(new Date(`${date}T00:00:00Z`), { ...options, timeZone: 'UTC' })
