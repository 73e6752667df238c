import { setTimeout as sleep } from 'node:timers/promises'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standardCarrier } from '../src/providers/upstreams/sandbox/sandbox.ts'
import { type House, type HouseServer, startHouse, until } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { proveBalance, proveLedger, proveNoneLostNoneDoubled } from './proof.ts'
import { randomFrom } from './random.ts'
import { startSending } from './retrying-clients.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const FULL = process.env['SCALE'] === 'full'
/** For each of two servers. A link submits half its window at once of one account: the others wait in memory and table. */
const MESSAGES = FULL ? 3_000 : standardCarrier.window * 0.35
/** The sink answers when it is well again, or before a link stops waiting for the answer. */
const KEPT_MILLIS = 8_000
const BALANCE = '1000'
const AT_ONCE = 6
/** Messages of both servers, drawn by seed, whose cancellation is requested. */
const CANCELLATIONS = MESSAGES * 0.7

let house: House
let another: HouseServer

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: BALANCE, sinkDelay: 5 })
  another = await house.startAnother()
})
afterAll(() => house.close())

async function signIn(server: HouseServer): Promise<Record<string, string>> {
  const origin = server.address()
  const body = JSON.stringify({ identifier: 'sender@example.com', password: 'wild goose' })
  const headers = { origin, 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/api/session`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  return {
    origin,
    cookie: reply.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  }
}

/** Calls until the server is free to answer. */
async function cancel(server: HouseServer, headers: Record<string, string>, id: string): Promise<number> {
  for (;;) {
    const { status } = await fetch(`${server.address()}/api/sms/messages/${id}/cancel`, { method: 'POST', headers })
    if (status !== 503) return status
    await sleep(50)
  }
}

const count = async (where: string): Promise<number> => {
  const [row] = await house.rows<{ count: bigint }>(`select count(*) from outbox where ${where}`)
  return Number(row?.count)
}

test(
  `of messages that two servers hand over while they are cancelled, each is cancelled free of charge or sent once (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    await house.sink.fail({ mode: 'slow', delay: KEPT_MILLIS }, patient(60_000))
    const sendings = [house.server, another].map((server, nr) =>
      startSending({
        messages: MESSAGES,
        address: server.address,
        credentials: house.credentials,
        random,
        name: `s${nr}`,
      }),
    )
    await Promise.all(sendings.map(({ done }) => done))
    // A link whose lease lapses on a busy machine leaves its buffer to the table.
    expect(await count('buffered_by is not null or mark is null')).toBeGreaterThan(0)
    const accepted = sendings.flatMap(({ ids }) => ids)

    const ids = await house.rows<{ id: string }>('select id from message order by md5(id::text || $1)', [String(seed)])
    const line = ids.slice(0, CANCELLATIONS).map(({ id }) => id)
    const answers = new Map<string, number>()
    const servers = [house.server, another]
    const sessions = await Promise.all(servers.map(signIn))
    const clients = Array.from({ length: AT_ONCE }, async (_, nr) => {
      const [server, headers] = [servers[nr % 2] ?? another, sessions[nr % 2] ?? {}]
      for (let id = line.pop(); id !== undefined; id = line.pop()) {
        answers.set(id, await cancel(server, headers, id))
        if (answers.size === MESSAGES / 5) await house.sink.resume()
      }
    })
    await Promise.all(clients)
    await until(
      async () => (await house.rows('select from message where status in (0, 3, 13) limit 1')).length === 0,
      90,
    )

    const rows = await house.rows<{ id: string; status: number; error: string | null }>(
      'select id, status, error_code as error from message',
    )
    const cancelled = rows.filter(({ error }) => error === 'cancelled')
    const told = rows.filter(({ id }) => answers.get(id) === 200)
    expect(told.map(({ id }) => id)).toEqual(cancelled.map(({ id }) => id))
    expect(new Set(cancelled.map(({ status }) => status))).toEqual(new Set([MessageStatus.Rejected]))
    const others = rows.filter(({ error }) => error !== 'cancelled')
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([MessageStatus.Delivered]))
    expect(new Set(others.flatMap(({ id }) => answers.get(id) ?? []))).toEqual(new Set([409]))
    const atSink = new Set(house.sink.parts().map(({ reference }) => reference))
    expect(cancelled.filter(({ id }) => atSink.has(id.replaceAll('-', '')))).toEqual([])
    expect(await house.rows('select from outbox')).toEqual([])
    expect(await house.rows('select from backlog where parts <> 0')).toEqual([])
    await proveNoneLostNoneDoubled(house, accepted)
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
  },
  patient(180_000),
)
