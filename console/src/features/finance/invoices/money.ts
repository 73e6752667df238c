import { decimalOf, micros, type Micros, parseMicros, shownMoney, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'

const CENT = 10_000n
const places = [2, 4, 6] as const

export const known = (exact: string): Micros => parseMicros(exact) ?? ZERO
export const isZero = (exact: string): boolean => known(exact) === 0n

/** With how many decimals figures that sum up are shown: with as few as leave none of them cut. */
export const decimalsOf = (exacts: readonly string[]): (typeof places)[number] =>
  places.find((place) => exacts.every((exact) => known(exact) % 10n ** BigInt(6 - place) === 0n)) ?? 6

/** Money with the sign before the currency's, cut and never rounded (ruling 2). */
export function moneyText(exact: string, currency: Currency, decimals = 2): string {
  const below = exact.startsWith('-')
  const digits = below ? exact.slice(1) : exact
  return `${below ? '−' : ''}${currency === 'USD' ? '$' : '¥'}${shownMoney(digits, decimals)}`
}

/** Up to whole cents: no channel pays what is below. */
export const toCents = (exact: string): Micros => micros(((known(exact) + CENT - 1n) / CENT) * CENT)

/** An amount as its field shows it and as it travels. */
export const written = (amount: Micros): string => decimalOf(amount).slice(0, -4)

/** What somebody typed, in whole cents; null where that is no amount (ruling 3). */
export function readAmount(typed: string): Micros | null {
  const amount = parseMicros(typed.normalize('NFKC').replaceAll(/[,\s$¥]/g, ''))
  return amount === null || amount <= ZERO || amount % CENT !== 0n ? null : amount
}
