import { afterAll, beforeAll, expect, test } from 'vitest'
import { standardCarrier } from '../src/providers/upstreams/sandbox/sandbox.ts'
import { type House, startHouse, until, untilEnded } from './house.ts'
import { buildServerOnce } from './process.ts'
import { proveBalance, proveCounters, proveLedger, proveNoneLostNoneDoubled } from './proof.ts'
import { randomFrom } from './random.ts'
import { startSending } from './retrying-clients.ts'
import { patient } from './patience.ts'
import type { Failure } from './sink.ts'

const FULL = process.env['SCALE'] === 'full'
const SECOND = FULL ? 10_000 : 1_000
/** Longer than the retries of a single message take. */
const LONG = FULL ? 60_000 : 6_000
const SHORT = FULL ? 60_000 : 3_000
const MESSAGES = FULL ? 15_000 : 750
/** One account's half of the upstream's window: so many of its messages may be without an outcome. */
const HALF_WINDOW = standardCarrier.window / 2
const QUERIED_WITHIN = 5_000
const SETTLED_WITHIN = 2
/** Seconds: what is in doubt after a minute without answers is excluded by a query up to five minutes later. */
const ENDED_WITHIN = FULL ? 400 : 90
const BALANCE = '1000'
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const random = randomFrom(seed)

let house: House
/** All messages that the server accepted before the proof. */
const accepted: string[] = []

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: BALANCE, sinkDelay: 5 })
})
afterAll(() => house.close())

/** Sends steadily before, during and after a failure. Returns the accepted messages once all are accepted. */
async function sendThrough(name: string, failure: Failure, millis: number): Promise<readonly string[]> {
  const { address, credentials, sink } = house
  const over = millis + 2 * SECOND
  const { ids, done } = startSending({ messages: MESSAGES, address, credentials, random, name, over })
  await until(async () => ids.length > MESSAGES / 10)
  await sink.fail(failure, millis)
  await done
  accepted.push(...ids)
  return ids
}

/** The number of these messages in each status. */
async function statusesOf(ids: readonly string[]): Promise<Readonly<Record<number, number>>> {
  const rows = await house.rows<{ status: number; count: bigint }>(
    'select status, count(*) from message where id = any($1::uuid[]) group by status',
    [ids],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

const areDelivered = async (ids: readonly string[]): Promise<boolean> => (await statusesOf(ids))[4] === ids.length

test.each<[string, Failure, number]>([
  ['refuses connections', { mode: 'refuse' }, LONG],
  ['answers 404', { mode: 'status', status: 404 }, SHORT],
  ['answers 503', { mode: 'status', status: 503 }, SHORT],
])(
  `all messages of a time in which the upstream %s are delivered after it (KILL_SEED=${seed})`,
  async (name, failure, millis) => {
    const ids = await sendThrough(name.replaceAll(' ', '-'), failure, millis)
    // A failed message does not come back, so the wait is over with the first.
    await until(async () => {
      const { 4: delivered = 0, 9: failed = 0 } = await statusesOf(ids)
      return delivered === ids.length || failed > 0
    })
    expect(await statusesOf(ids)).toEqual({ 4: ids.length })
  },
  patient(20 * SECOND + 60_000),
)

test.each<[string, Failure]>([
  ['hangs', { mode: 'hang' }],
  ['breaks off its answers', { mode: 'reset' }],
  ['answers 500', { mode: 'status', status: 500 }],
])(
  'messages in doubt after a time in which the upstream %s are queried within 5 s',
  async (name, failure) => {
    await sendThrough(name.replaceAll(' ', '-'), failure, SHORT)
    const waits = async (): Promise<readonly number[]> => {
      const { wellAt, doubts } = await house.sink.doubts()
      return Object.values(doubts).map((queriedAt) => (queriedAt ?? Infinity) - wellAt)
    }
    await until(async () => Math.max(...(await waits())) < Infinity, 15).catch(() => undefined)
    const measured = await waits()
    expect(measured.length).toBeGreaterThan(0)
    expect(Math.max(...measured)).toBeLessThanOrEqual(patient(QUERIED_WITHIN))
  },
  patient(20 * SECOND + 60_000),
)

test(
  'an upstream that fails in many ways loses and doubles no message, and the balance is exact',
  async () => {
    await untilEnded(house, ENDED_WITHIN)
    await proveNoneLostNoneDoubled(house, accepted)
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
    await proveCounters(house)
  },
  patient(2 * ENDED_WITHIN * 1_000),
)

const BAD = '+14153000000'
const number = (nr: number): string => `+14154${String(nr).padStart(6, '0')}`

async function send(to: readonly string[]): Promise<readonly string[]> {
  const [credential] = house.credentials
  const url = `${house.address()}/?action=sms.message.send&accessKeyId=${credential?.key}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ to, text: 'Hello' }) })
  const { data } = (await reply.json()) as { data: { messages: { id: string }[] } } // as the contract says
  return data.messages.map(({ id }) => id)
}

const numbers = (count: number): readonly string[] => Array.from({ length: count }, (_, nr) => number(nr))

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${house.address()}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('receipts beside and after a receipt for an unknown message are settled at once, and it is kept', async () => {
  await house.sink.mute()
  const beside = await send(numbers(50))
  await until(async () => (await statusesOf(beside))[3] === beside.length)
  await house.sink.deliver('never-handed-over', number(0))
  await house.sink.unmute()
  await until(() => areDelivered(beside), SETTLED_WITHIN)
  const after = await send([number(51)])
  await until(() => areDelivered(after), SETTLED_WITHIN)
  expect(await house.rows(`select upstream, remote_id from parked_receipt`)).toEqual([
    { upstream: 'sandbox', remote_id: 'never-handed-over' },
  ])
})

test('a message whose outcome cannot be written is set aside, and all others are delivered', async () => {
  await house.sink.odd({ badId: BAD })
  const [bad, ...others] = await send([BAD, ...numbers(99)])
  await until(() => areDelivered(others))
  await until(async () => (await metric('hongyan_set_aside_messages')) === 1)
  const listed = (await house.command('message', 'set-aside')) as readonly Record<string, string>[] // its JSON
  expect(listed.map((row) => ({ ...row, id: row['id']?.replaceAll('-', '') }))).toMatchObject([
    { id: bad, account: expect.any(String), reason: expect.any(String) },
  ])
})

test('more messages than an account’s half of the window are set aside, and the next is still delivered', async () => {
  for (let nr = 0; nr < (HALF_WINDOW * 1.2) / 100; nr += 1) await send(Array.from({ length: 100 }, () => BAD))
  const next = await send([number(1)])
  await until(() => areDelivered(next))
  await until(async () => (await metric('hongyan_set_aside_messages')) === 1 + HALF_WINDOW * 1.2)
})
