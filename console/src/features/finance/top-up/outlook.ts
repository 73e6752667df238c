import { MICROS_PER_UNIT, type Micros, parseMicros } from '@hongyan/contract/money'

const FIGURES = 3
/** An average of thirty days means nothing beyond ten years. */
const FAR = 3_650n

interface Prices {
  readonly unit_price: string
  readonly daily_cost: string
}

interface Reach {
  /** Single-part messages, cut to three figures. */
  readonly messages: number
  /** Whole days at the average of the last 30; null beyond ten years or without usage. */
  readonly days: number | null
}

function threeFigures(count: bigint): number {
  const digits = count.toString()
  return Number(digits.slice(0, FIGURES).padEnd(digits.length, '0'))
}

/** The messages and days that an amount pays for; null where it pays for none or messages are free. */
export function reachOf(amount: Micros | null, { unit_price: unit, daily_cost: daily }: Prices): Reach | null {
  const price = parseMicros(unit) ?? 0n
  if (amount === null || price <= 0n || amount < price || amount > 10n ** 9n * MICROS_PER_UNIT) return null
  const cost = parseMicros(daily) ?? 0n
  const days = cost > 0n ? amount / cost : FAR
  return { messages: threeFigures(amount / price), days: days < FAR ? Number(days) : null }
}
