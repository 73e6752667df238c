import { expect } from 'vitest'
import { awakePrefix } from './awake-numbers.ts'
import { type House, until } from './house.ts'
import { type LoadRequest, play, type Played, quantile } from './load.ts'
import { patient } from './patience.ts'

/** Codes are sent at this pace, over so many connections. */
const CODE = { connections: 8, every: 20 }
/** A code leaves within this time at the 99th percentile. */
const LEAVES_WITHIN = 2_000

export interface Measured {
  readonly played: Played
  /** Milliseconds from acceptance to hand-over, of each accepted code. Infinity: it did not leave. */
  readonly delays: readonly number[]
}

/** Sends codes as one account at a steady rate and follows each to the sink. */
export async function measureCodes(
  { rows, sink }: Pick<House, 'rows' | 'sink'>,
  key: string,
  address: string,
  millis: number,
): Promise<Measured> {
  const to = Array.from({ length: 50 }, (_, nr) => `+1415201${String(nr).padStart(4, '0')}`)
  const requests = to.map((one) => request(key, { to: one, text: 'Your code is 482913.', scene: 1 }))
  const played = await play({ address, millis, ...CODE, requests })
  const states = () =>
    rows<{ id: string; status: number; accepted_at: Date }>(
      `select replace(id::text, '-', '') as id, status, accepted_at from message where id = any($1::uuid[])`,
      [played.ids],
    )
  await until(async () => (await states()).every(({ status }) => status !== 0), 10).catch(() => undefined)
  const left = new Map(sink.parts().map(({ reference, at }) => [reference, Date.parse(at)]))
  const delays = (await states()).map(({ id, accepted_at: at }) => (left.get(id) ?? Infinity) - at.getTime())
  return { played, delays }
}

export const request = (key: string, body: object, recipients = 1): LoadRequest => ({
  key,
  body: JSON.stringify(body),
  recipients,
})

/** Five requests of marketing to so many recipients each, who are awake, of each account in turn. */
export const bulkOf = (keys: readonly string[], recipients: number): readonly LoadRequest[] =>
  Array.from({ length: 5 }, (_, series) => {
    const to = Array.from({ length: recipients }, (__, nr) => `${awakePrefix()}${series}${String(nr).padStart(3, '0')}`)
    return keys.map((key) => request(key, { to, text: 'Everything must go on Friday.', scene: 3 }, recipients))
  }).flat()

/** Sends one request. Returns the ids of its messages. */
export async function post(address: string, { key, body }: LoadRequest): Promise<readonly string[]> {
  const url = `${address}/?action=sms.message.send&accessKeyId=${key}`
  const reply = await fetch(url, { method: 'POST', body })
  if (!reply.ok) throw new Error(`a request was refused with ${reply.status}: ${await reply.text()}`)
  const { data } = (await reply.json()) as { data: { messages: readonly { id: string }[] } } // as the contract says
  return data.messages.map(({ id }) => id)
}

/** The figures of the codes as one text. */
export function figuresOf({ played, delays }: Measured): string {
  const p99 = quantile(played.latencies, 0.99)
  return [
    `codes ${JSON.stringify(played.statuses)}`,
    `accepted in ${quantile(played.latencies, 0.5).toFixed(0)} ms (p50), ${p99.toFixed(0)} ms (p99)`,
    `left in ${quantile(delays, 0.5).toFixed(0)} ms (p50), ${quantile(delays, 0.99).toFixed(0)} ms (p99)`,
  ].join('; ')
}

/** Expects that every code was accepted and left in time. */
export function expectUndisturbed({ played, delays }: Measured): void {
  expect(played.refusals).toEqual([])
  expect(delays.length).toBe(played.latencies.length + CODE.connections)
  expect(quantile(delays, 0.99)).toBeLessThan(patient(LEAVES_WITHIN))
}
