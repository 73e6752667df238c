import { autoRecharge as limits } from '@hongyan/contract/limits'
import { decimalOf, type Micros, micros, parseMicros, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'

/** What the form asks for, before it is sent. */
export interface Wish {
  readonly enable: boolean
  readonly below: Micros | null
  readonly topup: Micros | null
  readonly card: string | null
  readonly agreed: boolean
}

export interface Range {
  readonly min: string
  readonly max: string
}

/** The ranges of the two amounts (specification section 5). */
export const rangesOf = (currency: Currency): Readonly<Record<'below' | 'topup', Range>> => ({
  below: limits.below,
  topup: limits.topup[currency],
})

const known = (decimal: string): Micros => parseMicros(decimal) ?? ZERO
const isFrom = (amount: Micros | null, least: string): boolean => amount !== null && amount >= known(least)

/**
 * Whether it may be sent: with agreement, both amounts and a card (specification section 2); switching off what is on
 * needs none of them (ruling 7). Whether the amounts are in range is told then (ruling 1).
 */
export function isReady({ enable, below, topup, card, agreed }: Wish, wasOn: boolean): boolean {
  if (!enable) return wasOn
  return agreed && card !== null && isFrom(below, limits.below.min) && isFrom(topup, limits.submitFrom)
}

const isOutside = (amount: Micros | null, { min, max }: Range): boolean =>
  amount === null || amount < known(min) || amount > known(max)

/** The amounts that cannot be sent as they are, with the ranges that they miss. */
export function missedRanges(wish: Wish, currency: Currency): Partial<Record<'below' | 'topup', Range>> {
  if (!wish.enable) return {}
  const { below, topup } = rangesOf(currency)
  return {
    ...(isOutside(wish.below, below) && { below }),
    ...(isOutside(wish.topup, topup) && { topup }),
  }
}

/** What the card is charged in a day at most, as an exact decimal; null while the amount is not known (semantics D5). */
export const mostInDay = (topup: Micros | null): string | null =>
  topup === null ? null : decimalOf(micros(topup * BigInt(limits.perDay)))
