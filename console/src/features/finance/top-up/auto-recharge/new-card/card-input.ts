import { card as limits } from '@hongyan/contract/limits/finance'
import type { CardBrand } from '@hongyan/contract/vocabulary/payment'

/** Normalises typed or pasted digits: half-width, without grouping. */
export const compact = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')

const brands: readonly (readonly [CardBrand, RegExp])[] = [
  ['amex', /^3[47]/],
  ['diners', /^3(?:0[0-5]|[689])/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
  ['discover', /^6(?:011|4[4-9]|5)/],
  ['mastercard', /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['visa', /^4/],
]

/** The brand by the first digits of a number; null while unknown. */
export const brandOf = (typed: string): CardBrand | null =>
  brands.find(([, pattern]) => pattern.test(compact(typed)))?.[0] ?? null

/** Most brands group their digits in fours. */
const fours = /.{1,4}/g
const groups: Partial<Record<CardBrand, RegExp>> = {
  amex: /^(.{1,4})(.{1,6})?(.{1,5})?(.+)?$/,
  diners: /^(.{1,4})(.{1,6})?(.{1,4})?(.+)?$/,
}

/** Groups the number as on the card. Other characters stay visible. */
export function groupedNumber(typed: string): string {
  const number = compact(typed)
  const brand = brandOf(number)
  const pattern = brand === null ? undefined : groups[brand]
  const parts = pattern ? (pattern.exec(number) ?? []).slice(1) : (number.match(fours) ?? [])
  return parts.filter(Boolean).join(' ')
}

/** All that people type between month and year, and `、`, which the slash key of a Chinese keyboard gives. */
const between = /[\s/\\.,、|–—-]+/g
const MONTH_AND_YEAR = /^(\d{1,2})(\/?)(\d{0,4})\/?$/

/** Formats a typed or pasted expiry as `MM / YY`. Completes nothing while the customer deletes. */
export function formatExpiry(typed: string, deleting = false): string {
  const narrow = typed.normalize('NFKC').trimStart().replaceAll(between, '/')
  const [, month = '', slash = '', years = ''] = MONTH_AND_YEAR.exec(narrow) ?? []
  if (month === '') return narrow
  const year = years.replace(/^20(?=\d\d$)/, '')
  const isWhole = month.length === 2 || slash !== '' || Number(month) > 1
  const full = isWhole && !deleting ? month.padStart(2, '0') : month
  if (year !== '') return `${full} / ${year}`
  return isWhole && !deleting ? `${full} / ` : full
}

export interface Expiry {
  readonly exp_month: number
  readonly exp_year: number
}

/** Parses a typed expiry, whose year YY means 20YY (ruling 8); null where it is not a month and a year. */
export function readExpiry(typed: string): Expiry | null {
  const narrow = compact(formatExpiry(typed))
  if (!limits.expiry.test(narrow)) return null
  const [month = '', year = ''] = narrow.split('/')
  return { exp_month: Number(month), exp_year: 2000 + Number(year) }
}
