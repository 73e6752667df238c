import { MICROS_PER_UNIT, type Micros, parseMicros } from '@hongyan/contract/money'

/** The highest amount with an estimate. */
const HIGHEST_AMOUNT = 10n ** 9n * MICROS_PER_UNIT
/** Ten years. Longer estimates are not shown: they come from an average of only thirty days. */
const MAX_DAYS = 3_650n

interface Prices {
  readonly unit_price: string
  readonly daily_cost: string
}

interface Estimate {
  /** Single-part messages, cut to three figures. */
  readonly messages: number
  /** Whole days at the average of the last 30; null beyond ten years or without usage. */
  readonly days: number | null
}

function threeFigures(count: bigint): number {
  const digits = count.toString()
  return Number(digits.slice(0, 3).padEnd(digits.length, '0'))
}

/**
 * Estimates how many messages and days an amount pays for. Null where it pays for none, is above
 * `HIGHEST_AMOUNT`, or messages are free.
 */
export function estimateOf(amount: Micros | null, { unit_price: unit, daily_cost: daily }: Prices): Estimate | null {
  const price = parseMicros(unit) ?? 0n
  if (amount === null || price <= 0n || amount < price || amount > HIGHEST_AMOUNT) return null
  const cost = parseMicros(daily) ?? 0n
  const days = cost > 0n ? amount / cost : MAX_DAYS
  return { messages: threeFigures(amount / price), days: days < MAX_DAYS ? Number(days) : null }
}
