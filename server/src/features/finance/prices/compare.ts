import type { Micros } from '@hongyan/contract/money'
import type { PriceBook, Tariff } from '../../../pipeline/price-book.ts'

export interface Change extends Tariff {
  readonly before: Micros
  readonly after: Micros
}

/** The differences between a version and the one before it. A price for every scene counts once per scene. */
export interface Comparison {
  readonly prices: number
  readonly added: number
  readonly changed: number
  /** Tariffs that lose their route. */
  readonly dropped: readonly Tariff[]
  /** The largest in proportion; null where no price rises or falls. */
  readonly largestRise: Change | null
  readonly largestFall: Change | null
}

export function compare(before: PriceBook, after: PriceBook): Comparison {
  const changes = after.tariffs.flatMap((tariff): readonly Change[] => {
    const [was, is] = [before.unitPrice(tariff), after.unitPrice(tariff)]
    return was === null || is === null || was === is ? [] : [{ ...tariff, before: was, after: is }]
  })
  return {
    prices: after.tariffs.length,
    added: after.tariffs.filter((tariff) => before.unitPrice(tariff) === null).length,
    changed: changes.length,
    dropped: before.tariffs.filter((tariff) => after.unitPrice(tariff) === null),
    largestRise: highest(changes.filter((change) => change.after > change.before)),
    largestFall: lowest(changes.filter((change) => change.after < change.before)),
  }
}

/** Compares two rises in proportion. A free price rises without bound. */
const growsMore = (one: Change, other: Change): boolean => one.after * other.before > other.after * one.before

const highest = (changes: readonly Change[]): Change | null =>
  changes.reduce<Change | null>((most, change) => (most === null || growsMore(change, most) ? change : most), null)

const lowest = (changes: readonly Change[]): Change | null =>
  changes.reduce<Change | null>((least, change) => (least === null || growsMore(least, change) ? change : least), null)
