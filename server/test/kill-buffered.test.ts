import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEASE_MILLIS } from '../src/gateway/link-owner.ts'
import { standardCarrier } from '../src/providers/upstreams/sandbox/sandbox.ts'
import { type House, type HouseServer, startHouse, until, untilEnded } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { proveBalance, proveLedger, proveNoneDoubled, proveNoneLostNoneDoubled } from './proof.ts'
import { randomFrom } from './random.ts'
import { startSending } from './retrying-clients.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
/** The messages that a link submits at once: at most so many are in doubt after a kill, half of them of one account. */
const WINDOW = standardCarrier.window
const MESSAGES = process.env['SCALE'] === 'full' ? 2.5 * WINDOW : WINDOW
const BALANCE = '10000'
/** The sink answers when it is well again, or before a link stops waiting for the answer. */
const KEPT_MILLIS = 8_000
const MINUTES = 60_000

let house: House
let another: HouseServer
/** The name by which the server that runs PostgreSQL had the link at its start. */
let first: string | undefined
const accepted: string[] = []

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: BALANCE, sinkDelay: 5 })
  await until(async () => (await owner()) !== undefined)
  first = await owner()
  another = await house.startAnother()
})
afterAll(() => house.close())

const rowsWhere = async (which: string): Promise<readonly string[]> => {
  const rows = await house.rows<{ id: string }>(`select id from outbox where ${which}`)
  return rows.map(({ id }) => id)
}

const owner = async (): Promise<string | undefined> => {
  const [link] = await house.rows<{ process: string }>('select process from link_owner where until > now()')
  return link?.process
}

/** The server that has the link, and the other one. A busy machine may have run neither for the time of a lease. */
async function byLink(): Promise<readonly [HouseServer, HouseServer]> {
  await until(async () => (await owner()) !== undefined)
  return (await owner()) === first ? [house.server, another] : [another, house.server]
}

const SUBMITTED = 'mark is not null or id in (select unnest(messages) from submission_batch)'
const BUFFERED = `not (${SUBMITTED}) and buffered_by is not null`

/** Sends to the link's owner while the sink responds too late, so that most messages wait in the owner's memory. */
async function fillBuffer(server: HouseServer, name: string): Promise<readonly string[]> {
  await house.sink.fail({ mode: 'slow', delay: KEPT_MILLIS }, MINUTES)
  const { credentials } = house
  const plan = { messages: MESSAGES, address: server.address, credentials, random: randomFrom(seed), name }
  const sending = startSending(plan)
  await sending.done
  accepted.push(...sending.ids)
  const buffered = await rowsWhere(BUFFERED)
  expect(buffered.length).toBeGreaterThan(MESSAGES / 4)
  return buffered
}

/** Stops the link's owner until the other server owns the link and the work is done. */
async function whileStopped(server: HouseServer, work: () => Promise<void>): Promise<void> {
  const before = await owner()
  process.kill(server.pid(), 'SIGSTOP')
  try {
    await until(async () => ![undefined, before].includes(await owner()), (3 * LEASE_MILLIS) / 1_000)
    await work()
  } finally {
    process.kill(server.pid(), 'SIGCONT')
  }
}

async function statusesOf(ids: readonly string[]): Promise<readonly number[]> {
  const rows = await house.rows<{ status: number }>('select distinct status from message where id = any($1)', [ids])
  return rows.map(({ status }) => status)
}

test(
  `messages in the memory of a server that is stopped while another takes its link over are sent once (KILL_SEED=${seed})`,
  async () => {
    const [linked, other] = await byLink()
    const buffered = await fillBuffer(linked, 'stopped')
    await whileStopped(linked, () => until(async () => (await rowsWhere('buffered_by is not null')).length === 0))
    // The first of them owns the link again, and must not submit what it had kept.
    await whileStopped(other, async () => undefined)
    await house.sink.resume()
    await untilEnded(house)
    proveNoneDoubled(house)
    expect(await statusesOf(buffered)).toEqual([4])
  },
  patient(3 * MINUTES),
)

test(
  `kill -9 of a server leaves a window of messages in doubt, and those in its memory are sent (KILL_SEED=${seed})`,
  async () => {
    const [linked] = await byLink()
    const buffered = await fillBuffer(linked, 'killed')
    await linked.kill()
    expect((await rowsWhere('mark is not null')).length).toBeLessThanOrEqual(WINDOW)
    await house.sink.resume()
    await untilEnded(house)
    expect(await statusesOf(buffered)).toEqual([4])
    await proveNoneLostNoneDoubled(house, accepted)
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
  },
  patient(3 * MINUTES),
)
