import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountId, AudienceId, BroadcastId } from '@hongyan/contract/ids'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../src/db/connect.ts'
import { systemClock } from '../src/kit/clock.ts'
import { newLogger } from '../src/kit/logger.ts'
import { newMessage, newPlan } from './audiences.ts'
import { signInTo } from './house-owner.ts'
import { type House, type HouseServer, startHouse, until, untilEnded } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { proveBalance, proveCounters, proveLedger, proveNoneLostNoneDoubled } from './proof.ts'
import { below, randomFrom } from './random.ts'
import { countsOf, type Listed, newList, readBroadcast } from './running-broadcasts.ts'

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

type Reply = Readonly<Record<string, string>>

/** A call of the owner, as the console makes it. */
async function call(method: string, place: string, body: object): Promise<Reply> {
  const owner = await signInTo(house, 'sender@example.com')
  const reply = await owner.call(method, place, { body, key: `autumn-${randomUUID()}` })
  const made = (await reply.json()) as Reply
  if (!reply.ok) throw new Error(`${place} was refused: ${JSON.stringify(made)}`)
  return made
}

interface Ordered {
  readonly id: BroadcastId
  /** The estimate, in micros. */
  readonly quoted: bigint
}

/** Makes a broadcast of a list as its owner does, of an estimate. */
async function order(audience: AudienceId, people: number): Promise<Ordered> {
  const quote = await call('POST', '/broadcasts/quote', { audience, message: newMessage(), plan: newPlan() })
  const made = await call('PUT', '/broadcasts', { name: 'Autumn', quote: quote['id'], recipients: people })
  return { id: BroadcastId.parse(made['id']), quoted: parseMicros(quote['at_most'] ?? '') ?? ZERO }
}

/** Waits until a broadcast is finished and each of its messages has ended. */
async function ended(parts: Parameters<typeof countsOf>[0], account: AccountId, id: BroadcastId) {
  const isFinished = async (): Promise<boolean> =>
    (await readBroadcast(parts, account, id)).status === SendJobStatus.Finished
  await until(isFinished, FULL ? 600 : 90)
  await untilEnded(house)
  await until(async () => {
    const { waiting, sent } = await countsOf(parts, account, id)
    return waiting + sent === 0
  }, 120)
  return countsOf(parts, account, id)
}

test(
  `every recipient of a broadcast has one message and no other, though processes are killed while it is sent (KILL_SEED=${seed})`,
  async () => {
    const pool = openPool(house.databaseUrl, 2, silent)
    const parts = { pool, clock: systemClock }
    const [sender] = await house.rows<{ id: AccountId }>(`select id from account where email = 'sender@example.com'`)
    const account = sender?.id as AccountId // the house made it
    const { id, quoted } = await order(await newList(parts, account, recipients), RECIPIENTS)
    await killAlong(id)
    const first = await ended(parts, account, id)
    const rows = await house.rows<{ to: string }>(
      `select b.recipient as to from message m join message_body b on b.account_id = m.account_id and b.id = m.id
        where m.broadcast_id = $1`,
      [id],
    )
    const wanted = recipients.map(({ to }) => to).toSorted()
    expect(rows.map(({ to }) => to).toSorted()).toEqual(wanted)
    expect(first).toMatchObject({ waiting: 0, sent: 0, skipped: 0 })
    expect(first.delivered + first.failed).toBe(RECIPIENTS)

    // The gateway never sends a message again that a dead process may have handed over. The owner retries those that the carrier
    // does not have.
    let cost = first.cost
    if (first.failed > 0) {
      const list = await call('POST', `/broadcasts/${id}/retry`, {})
      const again = await order(AudienceId.parse(list['id']), first.failed)
      const second = await ended(parts, account, again.id)
      expect(second).toMatchObject({ delivered: first.failed, failed: 0, skipped: 0, cost: again.quoted })
      cost += second.cost
    }
    expect(cost).toBe(quoted)

    // The carrier's own file has one line for each recipient, each of another message, and the ledger as many charges.
    const taken = house.sink.parts()
    expect(taken.map(({ to }) => to).toSorted()).toEqual(wanted)
    expect(new Set(taken.map(({ reference }) => reference)).size).toBe(RECIPIENTS)
    expect(
      await house.rows(`select sum(count)::integer as messages, sum(amount_micros)::bigint as charged
        from ledger_entry where kind = 'post'`),
    ).toEqual([{ messages: RECIPIENTS, charged: quoted }])
    const messages = await house.rows<{ id: string }>(`select replace(id::text, '-', '') as id from message`)
    await proveNoneLostNoneDoubled(
      house,
      messages.map((message) => message.id),
    )
    expect(
      await house.rows(`select broadcast_id, state, country, coalesce(error_code, '') as code, count(*)::int as recipients
        from broadcast_send group by 1, 2, 3, 4
        except select broadcast_id, state, country, error_code, recipients from broadcast_count`),
    ).toEqual([])
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
    await proveCounters(house)
    await pool.end()
  },
  patient(FULL ? 20 * MINUTES : 4 * MINUTES),
)
