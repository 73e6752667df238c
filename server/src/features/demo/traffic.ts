import { DAY } from '@hongyan/contract/durations'
import type { PastEnd } from '../../gateway/past-figures.ts'
import type { SampleText, Traffic } from './story.ts'
import { inZone, momentOf, wallClock } from './when.ts'

/** Messages that were accepted at one moment. */
export interface TrafficBatch {
  readonly at: Date
  readonly requests: readonly TrafficRequest[]
}

export interface TrafficRequest extends Pick<SampleText, 'scene' | 'text' | 'template'> {
  /** Recipients and, in their order, the ends of their messages. */
  readonly to: readonly string[]
  readonly ends: readonly PastEnd[]
}

/** Monday to Sunday, relative to an ordinary working day. */
const WEEK = [1, 0.99, 1.02, 1, 1.03, 0.68, 0.57]
/** A sale nine days ago, the peak of the full days. */
const SALE = { daysAgo: 9, times: 1.5 }
const GROWTH_PER_DAY = 0.002
/** Hours of the day, each with its share of the day's messages. */
type Hours = readonly (readonly [hour: number, share: number])[]
/** Today and yesterday grow by the hour, the week before in fewer steps, and earlier days in one: each step costs time. */
const HOURS: Hours = [
  [0.2, 0.01],
  [3, 0.01],
  [7, 0.06],
  [9, 0.13],
  [11, 0.17],
  [13, 0.15],
  [15, 0.16],
  [17, 0.14],
  [19, 0.11],
  [21.5, 0.06],
]
const FEW_HOURS: Hours = [
  [11, 0.45],
  [17, 0.55],
]
const ONE_HOUR: Hours = [[12, 1]]
const hoursOf = (daysAgo: number): Hours => (daysAgo < 2 ? HOURS : daysAgo < 8 ? FEW_HOURS : ONE_HOUR)

const ENDS: readonly (readonly [PastEnd, number])[] = [
  ['delivered', 0.976],
  ['undelivered', 0.01],
  ['blocked', 0.003],
  ['expired', 0.006],
  ['refused', 0.003],
  ['cancelled', 0.002],
]
/** Numbers that a day's messages choose from, for each message: about four messages of five go to different numbers. */
const NUMBERS_PER_MESSAGE = 2.1
const MOST_RECIPIENTS = 100

/** Draws the messages from the traffic's first day until `now`, oldest first. The same on every machine. */
export function drawTraffic(traffic: Traffic, now: Date, zone: string): readonly TrafficBatch[] {
  const first = momentOf(traffic.since, now, zone)
  const today = wallClock(now, zone)
  const fullDays = Math.round((dayOf(now, zone) - dayOf(first, zone)) / DAY)
  return Array.from({ length: fullDays + 1 }, (_, place) => fullDays - place).flatMap((daysAgo) => {
    const random = randomOf(traffic.seed * 1_000 + daysAgo)
    const date = { ...today, day: today.day - daysAgo }
    const messages = messagesOn(traffic, new Date(Date.UTC(date.year, date.month, date.day)), daysAgo, fullDays, random)
    const batches = hoursOf(daysAgo).map(([hour, share]) => {
      const at = inZone({ ...date, minutes: Math.round(hour * 60) }, zone)
      return { at, requests: requestsOf(traffic, Math.round(messages * share), messages, random) }
    })
    return batches.filter(({ at, requests }) => at >= first && at <= now && requests.length > 0)
  })
}

const dayOf = (moment: Date, zone: string): number => {
  const { year, month, day } = wallClock(moment, zone)
  return Date.UTC(year, month, day)
}

function messagesOn(
  { weekday, today }: Traffic,
  date: Date,
  daysAgo: number,
  fullDays: number,
  random: () => number,
): number {
  const shape = daysAgo === SALE.daysAgo ? SALE.times : (WEEK[(date.getUTCDay() + 6) % 7] ?? 1)
  const growth = 1 + GROWTH_PER_DAY * (fullDays - daysAgo)
  return weekday * shape * growth * (0.98 + 0.04 * random()) * (daysAgo === 0 ? today : 1)
}

/** One request for each text and hundred recipients. */
function requestsOf(
  { texts, places }: Traffic,
  count: number,
  ofDay: number,
  random: () => number,
): readonly TrafficRequest[] {
  const numbers = Math.ceil(ofDay * NUMBERS_PER_MESSAGE)
  const recipients = Array.from({ length: count }, () => {
    const { text, scene } = pick(texts, random)
    const { prefix, digits } = pick(places, random)
    const number = String(Math.floor(random() * numbers) % 10 ** digits).padStart(digits, '0')
    return { text, scene, to: prefix + number, end: pickEnd(random) }
  })
  return texts.flatMap(({ share: _share, ...content }) => {
    const own = [...new Map(recipients.filter((one) => one.text === content.text).map((one) => [one.to, one])).values()]
    return Array.from({ length: Math.ceil(own.length / MOST_RECIPIENTS) }, (_, page) => {
      const some = own.slice(page * MOST_RECIPIENTS, (page + 1) * MOST_RECIPIENTS)
      return { ...content, to: some.map(({ to }) => to), ends: some.map(({ end }) => end) }
    })
  })
}

function pick<T extends { readonly share: number }>(all: readonly [T, ...T[]] | readonly T[], random: () => number): T {
  let left = random() * all.reduce((sum, { share }) => sum + share, 0)
  const found = all.find(({ share }) => (left -= share) < 0) ?? all.at(-1)
  if (found === undefined) throw new Error('there is nothing to draw from')
  return found
}

const pickEnd = (random: () => number): PastEnd =>
  pick(
    ENDS.map(([end, share]) => ({ end, share })),
    random,
  ).end

/** A small generator with a fixed start (xorshift), so that the demo's messages stay the same. */
function randomOf(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
