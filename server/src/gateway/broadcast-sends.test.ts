import { randomUUID } from 'node:crypto'
import { type AccountId, BroadcastId, MessageId } from '@hongyan/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../../test/world.ts'
import { inTransaction, isMisfit } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { type BroadcastSend, insertSends, lockSendable, type RunningBroadcast } from './broadcast-sends.ts'

let world: World
let account: AccountId
beforeAll(async () => {
  world = await newWorld()
  account = (await world.account()).id
})
afterAll(() => world.close())

async function running(): Promise<RunningBroadcast> {
  const now = world.clock.now()
  const broadcast = { account, id: BroadcastId.parse(uuidv7(now)), claim: randomUUID() }
  await world.pool.query(
    `insert into broadcast (account_id, id, name, audience_id, source, scene, message, plan, text, price_book_version,
       content_hash, status, phase, recipients, quoted_micros, starts_at, created_at, claim)
     values ($1, $2, 'Sale', $3, 1, 2, '{}', '{}', 'Hi', 1, '\\x00', 1, 'sending', 3, 0, $4, $4, $5)`,
    [account, broadcast.id, uuidv7(now), now, broadcast.claim],
  )
  return broadcast
}

const send = (broadcast: RunningBroadcast, row: number, code: BroadcastSend['code'] = null): BroadcastSend => ({
  ...broadcast,
  row,
  message: code === null ? MessageId.parse(uuidv7(world.clock.now())) : null,
  country: 'SG',
  code,
})
const insert = (sends: readonly BroadcastSend[]) =>
  inTransaction(world.pool, (tx) => insertSends(tx, sends, world.clock.now()))
const misfit = (error: unknown) => isMisfit(error)
const counts = async ({ id }: RunningBroadcast) =>
  (
    await world.pool.query(
      `select state, error_code as code, recipients from broadcast_count where broadcast_id = $1 order by state, code`,
      [id],
    )
  ).rows

test('recipients are written with their counts, and each of them once', async () => {
  const broadcast = await running()
  await insert([send(broadcast, 1), send(broadcast, 2, 'opted_out')])
  await insert([send(broadcast, 3)])
  const expected = [
    { state: 'skipped', code: 'opted_out', recipients: 1 },
    { state: 'waiting', code: '', recipients: 2 },
  ]
  expect(await counts(broadcast)).toEqual(expected)
  await expect(insert([send(broadcast, 4), send(broadcast, 3)])).rejects.toSatisfy(misfit)
  expect(await counts(broadcast)).toEqual(expected)
})

test.each([
  ['is paused', 'update broadcast set status = 3 where id = $1'],
  ['runs in another process', 'update broadcast set claim = gen_random_uuid() where id = $1'],
])('a broadcast that %s accepts no further message', async (_, change) => {
  const broadcast = await running()
  await world.pool.query(change, [broadcast.id])
  await expect(insert([send(broadcast, 1)])).rejects.toSatisfy(misfit)
  const wanted = { ...broadcast, rows: [1] }
  expect(await inTransaction(world.pool, (tx) => lockSendable(tx, [wanted]))).toEqual(new Set())
})

test('the locking way knows the rows that may be sent to', async () => {
  const [one, two] = [await running(), await running()]
  await insert([send(one, 1)])
  const rows = [
    { ...one, rows: [2, 3] },
    { ...one, rows: [4, 1] },
    { ...two, rows: [1] },
  ]
  const sendable = await inTransaction(world.pool, (tx) => lockSendable(tx, rows))
  expect(sendable).toEqual(new Set([rows[0], rows[2]]))
})

test('a pause waits for messages that are being accepted', async () => {
  const broadcast = await running()
  const order: string[] = []
  let paused: Promise<unknown> = Promise.resolve()
  await inTransaction(world.pool, async (tx) => {
    await insertSends(tx, [send(broadcast, 1)], world.clock.now())
    paused = world.pool
      .query('update broadcast set status = 3 where id = $1', [broadcast.id])
      .then(() => order.push('paused'))
    await expect
      .poll(async () => {
        const { rows } = await world.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update broadcast set status%'`,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    order.push('accepted')
  })
  await paused
  expect(order).toEqual(['accepted', 'paused'])
})
