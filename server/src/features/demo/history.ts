import { HOUR } from '@hongyan/contract/durations'

/** The traffic of a demo account, the same on every machine. */
export interface Traffic {
  /** The start of the random numbers: another seed makes another history. */
  readonly seed: number
  /** Messages of an ordinary working day, thirty days ago. */
  readonly weekday: number
  /** Today's traffic as a multiple of what its day of the week would have. */
  readonly today: number
}

export interface HistoryDay {
  /** YYYY-MM-DD in the account's zone. */
  readonly day: string
  readonly msg_cnt: number
  readonly to_cnt: number
  readonly succ_msg_cnt: number
}

const FULL_DAYS = 30
/** Monday to Sunday, relative to an ordinary working day. */
const WEEK = [1, 0.99, 1.02, 1, 1.03, 0.68, 0.57]
/** A sale nine days ago, the peak of the full days. */
const SALE = { daysAgo: 9, times: 1.5 }
const GROWTH_PER_DAY = 0.002
/** Messages by hour of the day, relative to each other. */
const HOURS = [1, 1, 1, 1, 2, 4, 8, 14, 24, 30, 30, 28, 24, 26, 30, 30, 28, 26, 24, 22, 18, 12, 6, 2]

/** The thirty days before `now`, and today up to `now`, oldest first. */
export function drawHistory({ seed, weekday, today }: Traffic, now: Date, zone: string): readonly HistoryDay[] {
  const local = wallClock(now, zone)
  return Array.from({ length: FULL_DAYS + 1 }, (_, place) => {
    const daysAgo = FULL_DAYS - place
    const date = new Date(Date.UTC(local.year, local.month - 1, local.day - daysAgo))
    const random = randomOf(seed * 1_000 + daysAgo)
    const shape = daysAgo === SALE.daysAgo ? SALE.times : (WEEK[(date.getUTCDay() + 6) % 7] ?? 1)
    const whole = weekday * shape * (1 + GROWTH_PER_DAY * place) * between(random, 0.98, 1.02)
    const messages = Math.round(daysAgo === 0 ? whole * today * shareOfDay(local.hour) : whole)
    return {
      day: date.toISOString().slice(0, 10),
      msg_cnt: messages,
      to_cnt: Math.round(messages * between(random, 0.77, 0.81)),
      succ_msg_cnt: Math.round(messages * between(random, 0.972, 0.985)),
    }
  })
}

/** The share of a day's traffic up to an hour, which may be fractional. */
function shareOfDay(hour: number): number {
  const weightSoFar = HOURS.reduce((sum, weight, start) => sum + weight * Math.min(1, Math.max(0, hour - start)), 0)
  return weightSoFar / HOURS.reduce((sum, weight) => sum + weight, 0)
}

function wallClock(now: Date, zone: string): { year: number; month: number; day: number; hour: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const at = (part: Intl.DateTimeFormatPartTypes): number => parts.get(part) ?? 0
  return {
    year: at('year'),
    month: at('month'),
    day: at('day'),
    hour: at('hour') + (now.getTime() % HOUR) / HOUR,
  }
}

const between = (random: () => number, low: number, high: number): number => low + (high - low) * random()

/** A small generator with a fixed start (xorshift), so that screenshots of the demo stay the same. */
function randomOf(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
