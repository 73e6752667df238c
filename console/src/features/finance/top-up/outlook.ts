import { MICROS_PER_UNIT, type Micros, parseMicros } from '@hongyan/contract/money'

const FIGURES = 3
/** Beyond ten years an average of thirty days tells nothing. */
const FAR = 3_650n

interface Prices {
  readonly unit_price: string
  readonly daily_cost: string
}

interface Reach {
  /** Single-part messages, in three figures at most, cut. */
  readonly messages: number
  /** Whole days at the average of the last 30; null where that tells nothing. */
  readonly days: number | null
}

function threeFigures(count: bigint): number {
  const digits = count.toString()
  return Number(digits.slice(0, FIGURES).padEnd(digits.length, '0'))
}

/** How far an amount goes at these prices; null where it buys no message or messages cost nothing. */
export function reachOf(amount: Micros | null, { unit_price: unit, daily_cost: daily }: Prices): Reach | null {
  const price = parseMicros(unit) ?? 0n
  if (amount === null || price <= 0n || amount < price || amount > 10n ** 9n * MICROS_PER_UNIT) return null
  const cost = parseMicros(daily) ?? 0n
  const days = cost > 0n ? amount / cost : FAR
  return { messages: threeFigures(amount / price), days: days < FAR ? Number(days) : null }
}
