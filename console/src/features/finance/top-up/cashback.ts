import { cashback as campaign } from '@hongyan/contract/limits'
import { type Micros, parseMicros } from '@hongyan/contract/money'

export type Tier = (typeof campaign.tiers)[number]

const [lowest] = campaign.tiers
const highest = campaign.tiers[campaign.tiers.length - 1] ?? lowest

/** What a single top-up may bring at all, from the least to the most. */
export const span = { least: lowest.min, most: highest.max } as const

/** What an amount brings; below the first tier, what the first would. */
export const tierOf = (amount: Micros | null): Tier =>
  campaign.tiers.findLast((tier) => amount !== null && amount >= (parseMicros(tier.from) ?? amount + 1n)) ?? lowest

/** Whether a campaign that ends then is over (ruling 5). */
export const isOver = (until: string, now: number): boolean => now >= Date.parse(until)

/** The last moment of the campaign, whose day is the one it is said to end on. */
export const lastMoment = (until: string): Date => new Date(Date.parse(until) - 1)

/** The cashback that a check tells of: a value of zero or more counts, one that is not there does not (specification section 4). */
export function cashbackIn(extra: { readonly cashback?: string | undefined }): string | null {
  const { cashback } = extra
  return cashback !== undefined && (parseMicros(cashback) ?? -1n) >= 0n ? cashback : null
}
