import { HOUR } from '@hongyan/contract/durations'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender } from '../../test/sender.ts'
import { newWorld, type World } from '../../test/world.ts'
import { newLogger } from '../kit/logger.ts'
import { createSettle } from './settle.ts'
import { createUpkeep } from './upkeep.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const settleOf = ({ pool, clock }: World) =>
  createSettle({ pool, clock, orphaned: () => undefined, failed: () => undefined })
const upkeepOf = ({ pool, clock }: World) =>
  createUpkeep({ pool, clock, settle: settleOf(world), log: newLogger('silent') })

test('a message without a receipt is unknown after 72 hours, and given up on the seventh day', async () => {
  const owner = await world.account({ balance: '1', pay_for_delivered: true })
  const { send } = await newSender(world, owner)
  await send({ to: '+12065550005', text: 'Your code is 123456', scene: 1 })
  const message = async () =>
    (await world.pool.query('select status, settle_entry from message where account_id = $1', [owner.id])).rows[0]
  const held = async () =>
    (await world.pool.query('select held_micros from balance where account_id = $1', [owner.id])).rows[0]
  await eventually(message, (found) => found?.status === MessageStatus.Sent)

  const upkeep = upkeepOf(world)
  world.clock.advance(71 * HOUR)
  await upkeep.round()
  expect(await message()).toMatchObject({ status: MessageStatus.Sent })
  world.clock.advance(9 * HOUR)
  await upkeep.round()
  expect(await message()).toMatchObject({ status: MessageStatus.Unknown, settle_entry: null })
  expect(await held()).toEqual({ held_micros: 8_500n })
  world.clock.advance(89 * HOUR)
  await upkeep.round()
  expect((await message())?.settle_entry).not.toBeNull()
  expect(await held()).toEqual({ held_micros: 0n })
})

test('a receipt that comes more than seven days after the hand-over is kept and changes no unknown message', async () => {
  const owner = await world.account({ balance: '1', pay_for_delivered: true })
  const { send } = await newSender(world, owner)
  await send({ to: ['+12065550005', '+12125550005'], text: 'Hello' })
  const found = async () =>
    (
      await world.pool.query<{ id: string; status: MessageStatus; remoteId: string; ignored: number; held: bigint }>(
        `select m.id, m.status, h.remote_id as "remoteId", b.held_micros as held, (select count(*)::integer from message_event e
           where e.account_id = m.account_id and e.message_id = m.id and not e.applied) as ignored
         from message m join handover h on h.message_id = m.id join balance b on b.account_id = m.account_id
         where m.account_id = $1 order by m.id`,
        [owner.id],
      )
    ).rows
  await eventually(found, (rows) => rows.length === 2)
  world.clock.advance(73 * HOUR)
  await upkeepOf(world).round()
  const [early, late] = await found()
  const deliver = (row: typeof early) =>
    settleOf(world).add({
      kind: 'receipt',
      upstream: 'sandbox',
      remoteId: row?.remoteId ?? '',
      part: 0,
      status: MessageStatus.Delivered,
      upstreamCode: 'DELIVRD',
      error: null,
      to: null,
    })
  world.clock.advance(94 * HOUR)
  await deliver(early)
  world.clock.advance(2 * HOUR)
  await deliver(late)
  expect(await found()).toMatchObject([
    { status: MessageStatus.Delivered, ignored: 0, held: 8_500n },
    { status: MessageStatus.Unknown, ignored: 1 },
  ])
  await upkeepOf(world).round()
  expect(await found()).toMatchObject([{ held: 0n }, { status: MessageStatus.Unknown }])
})

test('expired request keys go, however many there are', async () => {
  const owner = await world.account()
  await world.pool.query(
    `insert into request_key (account_id, credential_id, kind, action, key, body_hash, at, expires_at)
     select $1, gen_random_uuid(), 'nonce', '', n::text, '', $2, $2 from generate_series(1, 25000) n`,
    [owner.id, new Date(world.clock.now().getTime() - HOUR)],
  )
  await upkeepOf(world).round()
  const { rows } = await world.pool.query('select count(*)::integer as left from request_key where account_id = $1', [
    owner.id,
  ])
  expect(rows).toEqual([{ left: 0 }])
})

test('the uses of limits that are days old go, however many there are, and those of today stay', async () => {
  const owner = await world.account()
  await world.pool.query(
    `insert into recipient_use (account_id, key, day_start, minute, hour, minute_used, hour_used, day_used, minute_most,
       hour_most, day_most)
     select $1, n::text::bytea, $2::timestamptz - case when n = 1 then interval '0' else interval '4 days' end, 0, 0, 1, 1, 1, 1, 1, 1
     from generate_series(1, 25000) n`,
    [owner.id, world.clock.now()],
  )
  await upkeepOf(world).round()
  const { rows } = await world.pool.query('select key from recipient_use where account_id = $1', [owner.id])
  expect(rows).toEqual([{ key: Buffer.from('1') }])
})
