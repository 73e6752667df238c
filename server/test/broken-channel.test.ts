import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { UpstreamId, wireId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilEnded } from './house.ts'
import { patient } from './patience.ts'
import { proveBalance, proveNoneLostNoneDoubled } from './proof.ts'
import { activate, channel, ruleOver } from './routed.ts'
import { eventually, newSender, type Sender } from './sender.ts'
import { type Sink, startSink } from './sink.ts'
import { newWorld, type SignedIn, type World } from './world.ts'

const MESSAGES = process.env['SCALE'] === 'full' ? 3_000 : 300
const AT_ONCE = 5
/** Milliseconds between two requests. */
const EVERY = 40
const MOVED_WITHIN = 5_000
const FOREVER = 600_000
const BALANCE = '100'

const folder = mkdtempSync(path.join(tmpdir(), 'broken-channel-'))
let world: World
let sink: Sink
let owner: SignedIn
let send: Sender['send']
let first: string
let second: string
let ticking: NodeJS.Timeout
/** All messages that the server accepted. */
const accepted: string[] = []

beforeAll(async () => {
  sink = await startSink(path.join(folder, 'sink.jsonl'), 5)
  world = await newWorld({ SANDBOX_SINK: sink.address, BREAKER_SECONDS: '2' })
  const start = world.clock.now().getTime() - performance.now()
  ticking = setInterval(() => world.clock.set(new Date(start + performance.now())), 20)
  owner = await world.account({ balance: BALANCE })
  ;({ send } = await newSender(world, owner))
  const fast = { tps: 1_000 }
  const [one, other] = [await channel(owner, fast), await channel(owner, fast)]
  first = wireId(UpstreamId.parse(one.id))
  second = wireId(UpstreamId.parse(other.id))
  await activate(owner, ruleOver([one.id, other.id]))
  await eventually(
    async () => upstreamOf(await sendOne()),
    (upstream) => upstream === first,
  )
}, patient(60_000))
afterAll(async () => {
  clearInterval(ticking)
  await world.close()
  await sink.stop()
  rmSync(folder, { recursive: true })
})

const rows = async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
  (await world.pool.query<Row>(sql, [...values])).rows

let sent = 0
/** Sends one request with so many recipients. Returns the ids of its messages. */
async function sendSome(count: number): Promise<readonly string[]> {
  const to = Array.from({ length: count }, () => `+6591${String((sent += 1)).padStart(6, '0')}`)
  const { body } = await send({ to, text: 'Hello' })
  if (body.data === undefined) throw new Error(body.message)
  const ids = body.data.messages.flatMap(({ id }) => id ?? [])
  accepted.push(...ids)
  return ids
}
const sendOne = async (): Promise<string> => (await sendSome(1))[0] ?? ''

async function upstreamOf(id: string): Promise<string | null> {
  const [row] = await rows<{ upstream: string }>('select upstream from message where id = $1', [id])
  return row?.upstream ?? null
}

/** Sends steadily, and lets something happen after a third of the messages. Returns their ids. */
async function sendThrough(
  happens: () => Promise<void>,
  isEnough: () => boolean = () => true,
): Promise<readonly string[]> {
  const ids: string[] = []
  let happened = false
  while (ids.length < MESSAGES || !isEnough()) {
    if (!happened && ids.length >= MESSAGES / 3) {
      await happens()
      happened = true
    }
    ids.push(...(await sendSome(AT_ONCE)))
    await sleep(EVERY)
  }
  return ids
}

/** The first hand-over over a channel from a moment on, in milliseconds after it. */
function firstOver(code: string, from: number): number {
  const moments = sink
    .parts()
    .filter(({ upstream }) => upstream === code)
    .map(({ at }) => Date.parse(at) - from)
  return Math.min(...moments.filter((after) => after >= 0))
}

/** The messages by status. */
async function statusesOf(ids: readonly string[]): Promise<Readonly<Record<number, number>>> {
  const found = await rows<{ status: number; count: bigint }>(
    'select status, count(*) from message where id = any($1::uuid[]) group by status',
    [ids],
  )
  return Object.fromEntries(found.map(({ status, count }) => [status, Number(count)]))
}

/** The channel that comes first, as the customer reads its health. */
async function healthOfFirst() {
  const { upstreams: all } = await owner.call(upstreams.health, { query: { period: '1h' } })
  const found = all.find(({ id }) => id !== 'standard' && wireId(id) === first)
  if (found === undefined) throw new Error('the channel is not listed')
  return found
}

test(
  'a channel that puts messages off is degraded, after its pause too, until the provider accepts its next message',
  async () => {
    await sink.fail({ mode: 'status', status: 429 }, FOREVER, first)
    const { since } = await eventually(
      async () => {
        await sendSome(AT_ONCE)
        return healthOfFirst()
      },
      ({ state, probe_at: probe }) => state === 'degraded' && probe !== null,
    )
    expect(await eventually(healthOfFirst, ({ probe_at: probe }) => probe === null)).toMatchObject({
      state: 'degraded',
      since,
    })
    await sink.resume()
    await sendOne()
    expect(await eventually(healthOfFirst, ({ state }) => state === 'active')).toMatchObject({ probe_at: null })
  },
  patient(60_000),
)

test(
  'the share of a channel that refuses moves within 5 s, its messages are all delivered, and traffic returns',
  async () => {
    let failedAt = Infinity
    const ids = await sendThrough(async () => {
      await sink.fail({ mode: 'status', status: 503 }, FOREVER, first)
      failedAt = Date.now()
    })
    const handedOver = ({ [MessageStatus.Sent]: waiting = 0, [MessageStatus.Delivered]: delivered = 0 }) =>
      waiting + delivered === ids.length
    await eventually(() => statusesOf(ids), handedOver)
    expect(firstOver(second, failedAt)).toBeLessThan(patient(MOVED_WITHIN))
    // A channel that refuses gives no receipts either, of what it took before.
    await sink.resume()
    await eventually(
      () => statusesOf(ids),
      (found) => found[MessageStatus.Delivered] === ids.length,
    )
    await eventually(
      async () => upstreamOf(await sendOne()),
      (upstream) => upstream === first,
    )
  },
  patient(120_000),
)

test(
  'the share of a channel that hangs moves within 5 s, and what it was given is in doubt, queried and not sent again',
  async () => {
    let failedAt = Infinity
    const ids = await sendThrough(
      async () => {
        await sink.fail({ mode: 'hang' }, FOREVER, first)
        failedAt = Date.now()
      },
      () => firstOver(second, failedAt) < Infinity,
    )
    expect(firstOver(second, failedAt)).toBeLessThan(patient(MOVED_WITHIN))
    const inDoubt = async () => (await statusesOf(ids))[MessageStatus.Unknown] ?? 0
    expect(await eventually(inDoubt, (count) => count > 0)).toBeGreaterThan(0)
    await sink.resume()
    await untilEnded({ rows })
    await eventually(
      () => statusesOf(ids),
      ({ [MessageStatus.Delivered]: delivered = 0, [MessageStatus.Failed]: failed = 0 }) =>
        delivered > 0 && failed > 0 && delivered + failed === ids.length,
    )
    const { doubts } = await sink.doubts()
    expect(Object.values(doubts)).not.toContain(null)
  },
  patient(120_000),
)

test('channels that fail lose and double no message, and the balance is exact', async () => {
  await untilEnded({ rows })
  await proveNoneLostNoneDoubled({ rows, sink }, accepted)
  await proveBalance({ rows, sink }, BigInt(BALANCE) * 1_000_000n)
})
