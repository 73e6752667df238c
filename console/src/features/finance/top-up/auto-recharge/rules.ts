import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import { decimalOf, type Micros, micros, parseMicros, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'

/** The values of the form. */
export interface RechargeDraft {
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
 * True where the form can be submitted: with agreement, both amounts and a card (specification section 2). Switching
 * off needs none of them (ruling 7). The ranges are checked at submission (ruling 1).
 */
export function isReady({ enable, below, topup, card, agreed }: RechargeDraft, wasOn: boolean): boolean {
  if (!enable) return wasOn
  return agreed && card !== null && isFrom(below, limits.below.min) && isFrom(topup, limits.submitFrom)
}

/** True where saving charges the card at once, because the balance is below the threshold already (ruling 41). */
export const chargesAtOnce = ({ enable, below, topup }: RechargeDraft, balance: string): boolean =>
  enable && below !== null && topup !== null && known(balance) < below

/**
 * True where the customer has confirmed that saving charges the card: the form said so before, and after a question, to
 * the same values. A changed form is asked about anew.
 */
export const isConfirmed = (draft: RechargeDraft, isShown: boolean, asked: RechargeDraft | null): boolean =>
  isShown && (asked === null || isSame(asked, draft))

/** True where two forms have the same values. */
export const isSame = (one: RechargeDraft, other: RechargeDraft): boolean =>
  one.enable === other.enable &&
  one.below === other.below &&
  one.topup === other.topup &&
  one.card === other.card &&
  one.agreed === other.agreed

/** True where a charge has raised the balance. A message's cost that lowers it meanwhile is none. */
export const hasRisen = (before: string, after: string): boolean => known(after) > known(before)

const isOutside = (amount: Micros | null, { min, max }: Range): boolean =>
  amount === null || amount < known(min) || amount > known(max)

/** The amounts out of range, with their ranges. */
export function missedRanges(draft: RechargeDraft, currency: Currency): Partial<Record<'below' | 'topup', Range>> {
  if (!draft.enable) return {}
  const { below, topup } = rangesOf(currency)
  return {
    ...(isOutside(draft.below, below) && { below }),
    ...(isOutside(draft.topup, topup) && { topup }),
  }
}

/** The most that a day can cost, as an exact decimal; null without an amount (semantics D5). */
export const mostInDay = (topup: Micros | null): string | null =>
  topup === null ? null : decimalOf(micros(topup * BigInt(limits.perDay)))
