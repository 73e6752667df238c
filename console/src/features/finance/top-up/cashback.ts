import { cashback as campaign } from '@hongyan/contract/limits/finance'
import { type Micros, parseMicros } from '@hongyan/contract/money'

export type Tier = (typeof campaign.tiers)[number]

const [lowest] = campaign.tiers
const highest = campaign.tiers[campaign.tiers.length - 1] ?? lowest

/** The smallest and the largest cashback of a single top-up. */
export const cashbackRange = { least: lowest.min, most: highest.max } as const

/** The tier of an amount; below the first tier, the first one. */
export const tierOf = (amount: Micros | null): Tier =>
  campaign.tiers.findLast((tier) => amount !== null && amount >= (parseMicros(tier.from) ?? amount + 1n)) ?? lowest

/** True from the end of the campaign on (ruling 5). */
export const isOver = (until: string, now: number): boolean => now >= Date.parse(until)

/** The last moment of the campaign, which gives its last day. */
export const lastMoment = (until: string): Date => new Date(Date.parse(until) - 1)

/** The cashback in an order check: any value from zero up counts, an absent one does not (specification section 4). */
export function cashbackIn(extra: { readonly cashback?: string | undefined }): string | null {
  const { cashback } = extra
  return cashback !== undefined && (parseMicros(cashback) ?? -1n) >= 0n ? cashback : null
}
