import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { TransactionId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movesOf } from '../../../../test/moves.ts'
import { mostRows, type Step } from '../../../../test/plan-rows.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { alone, type Tx } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { newLogger } from '../../../kit/logger.ts'
import { countingRounds } from './rounds.ts'
import { scanUsage } from './usage.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const rounds = () => countingRounds({ ...world, log: newLogger('silent') })
const on = (moment: string): Date => new Date(`${moment}Z`)
const daysOf = async ({ id }: SignedIn) =>
  (
    await world.pool.query(
      `select day, used_count as messages, used_micros as amount, detailed from ledger_day
        where account_id = $1 and used_count > 0 order by day`,
      [id],
    )
  ).rows
const usesOf = async ({ id }: SignedIn) =>
  (
    await world.pool.query(
      `select day, country, messages, parts, amount_micros as amount from ledger_day_use
        where account_id = $1 order by day, country`,
      [id],
    )
  ).rows

const US = { country: 'US', scene: 2, parts: 2, unit: 8_500n } as const
const FR = { country: 'FR', scene: 2, parts: 1, unit: 50_000n } as const

async function newSender(): Promise<SignedIn> {
  const owner = await world.account({ balance: '0' })
  const { credit, accept, settle } = movesOf(world.pool, owner.id)
  await credit(1_000_000n, on('2026-11-17T08:00:00'))
  await settle(await accept([US, US, FR], on('2026-11-18T08:00:00')), 'post', on('2026-11-18T08:00:02'))
  await settle(await accept([US], on('2026-11-20T08:00:00')), 'post', on('2026-11-20T08:00:02'))
  return owner
}

test('a round counts entries before any request, and stores the usage of closed days', async () => {
  const owner = await newSender()
  await rounds().round()
  expect(await daysOf(owner)).toEqual([
    { day: '2026-11-18', messages: 3n, amount: 84_000n, detailed: true },
    { day: '2026-11-20', messages: 1n, amount: 17_000n, detailed: false },
  ])
  expect(await usesOf(owner)).toEqual([
    { day: '2026-11-18', country: 'FR', messages: 1n, parts: 1n, amount: 50_000n },
    { day: '2026-11-18', country: 'US', messages: 2n, parts: 4n, amount: 34_000n },
  ])
})

test('concurrent rounds of several processes count every entry once', async () => {
  const owners = [await newSender(), await newSender()]
  await Promise.all(Array.from({ length: 4 }, () => rounds().round()))
  for (const owner of owners) {
    expect((await daysOf(owner)).map(({ messages }) => messages)).toEqual([3n, 1n])
    expect((await usesOf(owner)).map(({ messages }) => messages)).toEqual([1n, 2n])
    expect((await owner.call(transactions.summary)).closing).toBe('0.899000')
  }
})

/** 12,000 messages with one post entry, a tenth of a second apart. */
const MANY = `
  with made as (
    insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene, unicode,
      parts, unit_price_micros, price_micros, status, retention_days, settle_entry)
    select $1, (lpad(to_hex($3::bigint + nr * 100), 12, '0') || '70008000' || lpad(nr::text, 12, '0'))::uuid, '',
      now(), now(), case when nr % 3 = 0 then 'CN' else 'US' end, '', '0123', 2, false, 1, 2, 2, 3, 30, $2
      from generate_series(1, 12000) nr
  ), booked as (
    insert into ledger_entry (account_id, id, kind, amount_micros, count, at, paid_micros, revenue_micros)
    values ($1, $2, 'post', 24000, 12000, '2026-11-19T08:00:00Z', -24000, 24000)
  ) update balance set paid_micros = paid_micros - 24000 where account_id = $1`

const NINETEENTH = {
  zone: 'UTC',
  day: '2026-11-19',
  begin: on('2026-11-19T00:00:00'),
  end: on('2026-11-20T00:00:00'),
}

test('a day with too many messages for one request shows a part of its usage, and all of it after a round', async () => {
  const owner = await world.account({ balance: '1' })
  const { begin } = NINETEENTH
  await world.pool.query(MANY, [owner.id, uuidv7(on('2026-11-19T08:00:00')), begin.getTime()])
  const day = { account: owner.id, ...NINETEENTH }
  const some = await scanUsage(alone(world.pool), day, { messages: 12_000n, amount: micros(24_000n) }, 1)
  expect(some).toMatchObject({ rest: { messages: 7_000n, amount: 14_000n }, whole: false })
  await rounds().round()
  expect(await usesOf(owner)).toMatchObject([
    { country: 'CN', messages: 4_000n, amount: 8_000n },
    { country: 'US', messages: 8_000n, amount: 16_000n },
  ])
  const line = await owner.call(transactions.get, { params: { id: TransactionId.parse('2026-11-19-sms') } })
  expect(line).toMatchObject({ amount: '0.024000', rest: null })
})

/** 20,000 post entries within a second, of messages that are no longer stored. */
const OTHERS = `
  insert into ledger_entry (account_id, id, kind, amount_micros, count, at, paid_micros, revenue_micros)
  select $1, (lpad(to_hex($2::bigint), 12, '0') || '70008000' || lpad(nr::text, 12, '0'))::uuid, 'post', 2, 1,
    '2026-11-19T09:00:00Z', -2, 2 from generate_series(1, 20000) nr`

test('a page of a day’s usage reads the entries of its messages, not all entries of the day', async () => {
  const owner = await world.account({ balance: '1' })
  const { begin } = NINETEENTH
  await world.pool.query(MANY, [owner.id, uuidv7(on('2026-11-19T08:00:00')), begin.getTime()])
  await world.pool.query(OTHERS, [owner.id, on('2026-11-19T09:00:00').getTime()])
  await world.pool.query('analyze message; analyze ledger_entry')
  const read: number[] = []
  const explaining: Tx = {
    run: async (what, values) => {
      const { rows } = await world.pool.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
        `explain (analyze, format json) ${what.text}`,
        [...values],
      )
      read.push(...rows.map((row) => mostRows(row['QUERY PLAN'][0].Plan)))
      return alone(world.pool).run(what, values)
    },
  }
  const total = { messages: 32_000n, amount: micros(64_000n) }
  const usage = await scanUsage(explaining, { account: owner.id, ...NINETEENTH }, total)
  expect(usage).toMatchObject({ rest: { messages: 20_000n, amount: 40_000n }, whole: true })
  expect(read).toHaveLength(3)
  expect(Math.max(...read)).toBeLessThanOrEqual(12_000)
})
