import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId, BroadcastId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../src/db/connect.ts'
import { systemClock } from '../src/kit/clock.ts'
import { newLogger } from '../src/kit/logger.ts'
import { type House, type HouseServer, startHouse, until, untilEnded } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { proveBalance, proveCounters, proveLedger, proveNoneLostNoneDoubled } from './proof.ts'
import { below, randomFrom } from './random.ts'
import { broadcastTo, countsOf, type Listed } from './running-broadcasts.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const FULL = process.env['SCALE'] === 'full'
const RECIPIENTS = FULL ? 100_000 : 10_000
const KILLS = 3
/** Milliseconds after a number of recipients at which a process may be killed. */
const WITHIN = 300
const BALANCE = '10000'
const MINUTES = 60_000

const random = randomFrom(seed)
const silent = newLogger('silent')
let house: House
let another: HouseServer

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: BALANCE, sinkDelay: 5 })
  another = await house.startAnother()
})
afterAll(() => house.close())

/** Numbers of North America, of which there are enough. */
const recipients: readonly Listed[] = Array.from({ length: RECIPIENTS }, (_, nr) => ({
  to: `+1206${2_000_000 + nr * 10 + 8}`,
  country: 'US',
}))

const sentSoFar = async (id: BroadcastId): Promise<number> => {
  const [found] = await house.rows<{ count: bigint }>('select count(*) from broadcast_send where broadcast_id = $1', [
    id,
  ])
  return Number(found?.count)
}

/** Kills a process whenever so many recipients have their message, and lets the claim that it leaves behind end. */
async function killAlong(id: BroadcastId): Promise<void> {
  const moments = Array.from({ length: KILLS }, () => below(random, RECIPIENTS)).toSorted((a, b) => a - b)
  for (const moment of moments) {
    await until(async () => (await sentSoFar(id)) >= moment, FULL ? 300 : 60)
    await sleep(below(random, WITHIN))
    const server = random() < 0.5 ? house.server : another
    await server.kill()
    await house.rows('update broadcast set due_at = least(due_at, now()) where id = $1', [id])
  }
}

test(
  `every recipient of a broadcast has one message and no other, though processes are killed while it is sent (KILL_SEED=${seed})`,
  async () => {
    const pool = openPool(house.databaseUrl, 2, silent)
    const parts = { pool, clock: systemClock }
    const [sender] = await house.rows<{ id: AccountId }>(`select id from account where email = 'sender@example.com'`)
    const account = sender?.id as AccountId // the house made it
    const id = await broadcastTo(parts, account, recipients)
    await killAlong(id)
    const status = async (): Promise<number | undefined> =>
      (await house.rows<{ status: number }>('select status from broadcast where id = $1', [id]))[0]?.status
    await until(async () => (await status()) === SendJobStatus.Finished, FULL ? 600 : 90)
    await untilEnded(house)
    await until(async () => {
      const { waiting, sent } = await countsOf(parts, account, id)
      return waiting + sent === 0
    }, 120)

    const messages = await house.rows<{ id: string; to: string }>(
      `select replace(m.id::text, '-', '') as id, b.recipient as to from message m
         join message_body b on b.account_id = m.account_id and b.id = m.id where m.broadcast_id = $1`,
      [id],
    )
    expect(messages.map(({ to }) => to).toSorted()).toEqual(recipients.map(({ to }) => to).toSorted())
    await proveNoneLostNoneDoubled(
      house,
      messages.map((message) => message.id),
    )
    const reached = new Set(house.sink.parts().map(({ to }) => to))
    const counts = await countsOf(parts, account, id)
    expect(counts).toMatchObject({ waiting: 0, sent: 0, delivered: reached.size, skipped: 0 })
    expect(counts.delivered + counts.failed).toBe(RECIPIENTS)
    const [price] = await house.rows<{ each: bigint; charged: bigint }>(
      `select max(price_micros) as each, sum(price_micros) filter (where status = 4) as charged from message`,
    )
    expect(counts.cost).toBe(BigInt(price?.charged ?? 0))
    expect(counts.cost).toBe(BigInt(price?.each ?? 0) * BigInt(reached.size))
    expect(
      await house.rows(`select state, country, coalesce(error_code, '') as code, count(*)::int as recipients from broadcast_send
        group by 1, 2, 3 except select state, country, error_code, recipients from broadcast_count`),
    ).toEqual([])
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
    await proveCounters(house)
    await pool.end()
  },
  patient(FULL ? 20 * MINUTES : 4 * MINUTES),
)
