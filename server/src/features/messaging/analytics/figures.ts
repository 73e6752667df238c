import type { Figures } from '@hongyan/contract/endpoints/messaging/analytics'
import { decimalOf, type Micros, micros } from '@hongyan/contract/money'
import { type Histogram, merged, percentilesOf } from './latency.ts'

/** The sums of a group of messages, as the tables have them. */
export interface Sums {
  readonly messages: bigint
  readonly refused: bigint
  readonly parts: bigint
  readonly delivered: bigint
  readonly failed: bigint
  readonly network_messages: bigint
  readonly network_delivered: bigint
  readonly cost_micros: bigint
}

export interface Counted extends Sums {
  readonly latency: Histogram
}

export const NOTHING: Counted = {
  messages: 0n,
  refused: 0n,
  parts: 0n,
  delivered: 0n,
  failed: 0n,
  network_messages: 0n,
  network_delivered: 0n,
  cost_micros: 0n,
  latency: new Map(),
}

/** The names of the sums. */
export const sumNames = [
  'messages',
  'refused',
  'parts',
  'delivered',
  'failed',
  'network_messages',
  'network_delivered',
  'cost_micros',
] as const satisfies readonly (keyof Sums)[]

/** Adds figures up. */
export function addUp(all: readonly Counted[]): Counted {
  const sum: { -readonly [Name in keyof Counted]: Counted[Name] } = { ...NOTHING }
  for (const each of all) for (const name of sumNames) sum[name] += each[name]
  return { ...sum, latency: merged(all.map(({ latency }) => latency)) }
}

export const presentFigures = (of: Counted): Figures => ({
  messages: Number(of.messages),
  refused: Number(of.refused),
  parts: Number(of.parts),
  delivered: Number(of.delivered),
  failed: Number(of.failed),
  rated: {
    messages: Number(of.messages - of.network_messages),
    delivered: Number(of.delivered - of.network_delivered),
  },
  cost: decimalOf(micros(of.cost_micros)),
  cost_per_delivered: of.delivered === 0n ? null : decimalOf((of.cost_micros / of.delivered) as Micros), // cut to a micro
  latency: percentilesOf(of.latency),
})
