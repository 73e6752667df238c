import { DAY, SECOND } from '@hongyan/contract/durations'
import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { people } from '@hongyan/contract/endpoints/messaging/people'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { AccountId, BroadcastId } from '@hongyan/contract/ids'
import { eventData } from '@hongyan/contract/public-api/webhook-event'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { WebhookEventType } from '@hongyan/contract/vocabulary/webhook'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient } from '../../test/patience.ts'
import {
  broadcastTo,
  countsOf,
  ending,
  newBroadcast,
  newList,
  numbers,
  readBroadcast,
} from '../../test/running-broadcasts.ts'
import { newEndpoint, startReceiver } from '../../test/webhook-receiver.ts'
import { newWorld, type SignedIn, type World } from '../../test/world.ts'
import { inTransaction } from '../db/tx.ts'
import { pauseBroadcast, resumeBroadcast } from './control.ts'

const { Pending, Finished, Interrupt } = SendJobStatus

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const run = () => world.loops.run('broadcasts')
const stand = async (account: AccountId, id: BroadcastId) => {
  const { status, phase, reason } = await readBroadcast(world, account, id)
  return { status, phase, reason }
}
const messagesOf = async (id: BroadcastId): Promise<number> => {
  const { rows } = await world.pool.query<{ count: number }>(
    'select count(*)::int as count from message where broadcast_id = $1 and hold_entry is not null',
    [id],
  )
  return rows[0]?.count ?? 0
}
const skippedOf = async (id: BroadcastId) => {
  const { rows } = await world.pool.query<{ row: number; code: string }>(
    `select row, error_code as code from broadcast_send where broadcast_id = $1 and state = 'skipped' order by row`,
    [id],
  )
  return rows.map(({ row, code }) => `${row} ${code}`)
}
const versionOf = async (account: AccountId, id: BroadcastId): Promise<number> =>
  (await readBroadcast(world, account, id)).version
const pause = async (account: AccountId, id: BroadcastId) => {
  const version = await versionOf(account, id)
  return inTransaction(world.pool, (tx) => pauseBroadcast(tx, { account, id, version }, world.clock.now()))
}
const resume = async (account: AccountId, id: BroadcastId) => {
  const version = await versionOf(account, id)
  return inTransaction(world.pool, (tx) => resumeBroadcast(tx, { account, id, version }, world.clock.now()))
}

const limit = (owner: SignedIn, limits: object) =>
  owner.call(smsRateLimiting.save, {
    body: { version: 0, enabled: true, per_second: null, rules: [], exempt: [], day: null, countries: [], ...limits },
  })
const PER_RECIPIENT = {
  scope: 'recipient',
  scene: null,
  per_minute: null,
  per_hour: null,
  per_day: 1,
  action: 'reject',
} as const

/** Blocks a number of an account's own list. */
const block = (owner: SignedIn, to: string) => owner.call(recipients.add, { body: { recipient: to, reason: 'block' } })

test('recipients who are blocked, of no number or over a limit of their own are skipped with the reason', async () => {
  const owner = await world.account()
  await limit(owner, { rules: [PER_RECIPIENT] })
  await block(owner, '+6581230008')
  const list = await newList(world, owner.id, [{ to: '+6581230008' }, { to: '+6581240008' }, { to: '+650' }])
  const first = await newBroadcast(world, owner.id, { list, recipients: 3 })
  await run()
  expect(await skippedOf(first)).toEqual(['1 recipient_blocked', '3 invalid_phone_number'])
  const second = await newBroadcast(world, owner.id, { list, recipients: 3 })
  await run()
  expect(await stand(owner.id, second)).toMatchObject({ status: Finished })
  expect(await skippedOf(second)).toEqual(['1 recipient_blocked', '2 recipient_rate_limited', '3 invalid_phone_number'])
  expect(await countsOf(world, owner.id, second)).toMatchObject({ waiting: 0, skipped: 3, cost: 0n })
  const held = await world.pool.query(`select count from ledger_entry where account_id = $1 and kind = 'hold'`, [
    owner.id,
  ])
  expect(held.rows).toEqual([{ count: 1 }])
})

test('a full cap of the account interrupts a broadcast and skips nobody, and the next day it goes on', async () => {
  const owner = await world.account()
  await limit(owner, { day: { limit: 7, action: 'block' } })
  const id = await broadcastTo(world, owner.id, numbers(20))
  await run()
  expect(await stand(owner.id, id)).toEqual({ status: Interrupt, phase: 'ended', reason: 'cap' })
  expect([await messagesOf(id), await skippedOf(id)]).toEqual([7, []])
  world.clock.advance(DAY)
  await resume(owner.id, id)
  await run()
  expect(await messagesOf(id)).toBe(14)
})

test('a broadcast keeps two seconds of its account’s rate ahead, and says that it waits', async () => {
  const owner = await world.account({ tps: 1 })
  const id = await broadcastTo(world, owner.id, ending('0008', 400))
  for (let turns = 0; turns < 12; turns += 1) {
    await run()
    world.clock.advance(SECOND)
  }
  expect(await messagesOf(id)).toBeLessThan(300)
  expect(await stand(owner.id, id)).toEqual({ status: Pending, phase: 'throttled', reason: null })
})

test('a broadcast of long texts keeps two seconds of its account’s rate ahead in parts, not in people', async () => {
  const owner = await world.account({ balance: '1000', tps: 1 })
  const text = 'Our shop opens at nine tomorrow. '.repeat(44)
  const id = await broadcastTo(world, owner.id, ending('0008', 400), { message: { text } })
  await run()
  const { rows } = await world.pool.query<{ parts: number; people: number }>(
    'select min(parts)::int as parts, count(*)::int as people from message where broadcast_id = $1',
    [id],
  )
  expect(rows[0]?.parts).toBe(10)
  expect(rows[0]?.people).toBeGreaterThan(10)
  expect(rows[0]?.people).toBeLessThan(25)
})

test('several broadcasts of an account keep two seconds of its rate ahead together', async () => {
  const owner = await world.account({ tps: 1 })
  const lists = [0, 1, 2, 3].map((nr) => numbers(400, 400 * nr))
  const ids = await Promise.all(lists.map((list) => broadcastTo(world, owner.id, list)))
  await run()
  const sent = await Promise.all(ids.map(messagesOf))
  const together = sent.reduce((sum, messages) => sum + messages, 0)
  expect(together).toBeGreaterThan(100)
  expect(together).toBeLessThan(300)
})

test('webhooks get an event of the start, a pause and the end, with the counts of that moment', async () => {
  const owner = await world.account()
  const receiver = await startReceiver()
  await newEndpoint(owner, { url: receiver.url, messages: 'none', groups: ['broadcast'] })
  await receiver.close()
  const id = await broadcastTo(world, owner.id, numbers(12), { plan: { speed: 10 } })
  await run()
  await pause(owner.id, id)
  await resume(owner.id, id)
  await run()
  world.clock.advance(SECOND)
  await run()
  const { rows } = await world.pool.query<{ type: WebhookEventType; data: object }>(
    'select type, data from webhook_due where account_id = $1 order by id',
    [owner.id],
  )
  for (const { type, data } of rows) expect(eventData(type).parse(data)).toMatchObject({ id, recipients: 12 })
  expect(rows.map(({ type }) => type)).toEqual([
    'broadcast.started',
    'broadcast.interrupted',
    'broadcast.started',
    'broadcast.finished',
  ])
})

test('a broadcast is followed until its last message has ended, also after it is finished', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, [...ending('0000', 2), ...ending('0001', 1)])
  await run()
  expect(await stand(owner.id, id)).toMatchObject({ status: Finished })
  await expect
    .poll(
      async () => {
        world.clock.advance(SECOND)
        await world.loops.run('broadcast-watch')
        return (await readBroadcast(world, owner.id, id)).watch_at
      },
      { timeout: patient(20_000), interval: 100 },
    )
    .toBeNull()
  expect(await countsOf(world, owner.id, id)).toMatchObject({ waiting: 0, sent: 0, delivered: 2, failed: 1 })
})

test('recipients of a broadcast whose list is deleted follow it, and its counts stay', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, numbers(3))
  await run()
  await world.pool.query('update broadcast set audience_gone = true where id = $1', [id])
  await world.loops.run('broadcast-recipients')
  const { rows } = await world.pool.query('select from broadcast_send where broadcast_id = $1', [id])
  expect(rows).toEqual([])
  expect(await countsOf(world, owner.id, id)).toMatchObject({ waiting: 3 })
})

test('a broadcast whose list is deleted is not resumed', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, numbers(12), { plan: { speed: 10 } })
  await run()
  await pause(owner.id, id)
  await world.pool.query('update audience set removed_at = $2 where account_id = $1', [owner.id, world.clock.now()])
  await expect(resume(owner.id, id)).rejects.toMatchObject({ code: 'audience_expired' })
})

test('an erased number leaves every list, and a broadcast on its way sends it nothing', async () => {
  const owner = await world.account()
  const members = [{ to: '+6581230000' }, { to: '+6581240000' }, { to: '+6581250000' }]
  const id = await broadcastTo(world, owner.id, members, { plan: { speed: 1 } })
  await run()
  await owner.call(people.erase, { body: { recipient: '+6581240000' } })
  for (let turns = 0; turns < 4; turns += 1) {
    world.clock.advance(SECOND)
    await run()
  }
  expect(await stand(owner.id, id)).toMatchObject({ status: Finished })
  const { rows } = await world.pool.query('select row from broadcast_send where broadcast_id = $1 order by row', [id])
  expect(rows).toEqual([{ row: 1 }, { row: 3 }])
})
