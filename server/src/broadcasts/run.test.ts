import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId, BroadcastId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient } from '../../test/patience.ts'
import { broadcastTo, countsOf, ending, numbers, readBroadcast } from '../../test/running-broadcasts.ts'
import { newTemplate } from '../../test/senders.ts'
import { newWorld, type World } from '../../test/world.ts'
import { inTransaction } from '../db/tx.ts'
import { pauseBroadcast, resumeBroadcast, startBroadcast, stopBroadcast } from './control.ts'

const { Queued, Pending, Finished, Interrupt } = SendJobStatus

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const run = () => world.loops.run('broadcasts')
const watch = async (): Promise<void> => {
  world.clock.advance(SECOND)
  await world.loops.run('broadcast-watch')
}
const stand = async (account: AccountId, id: BroadcastId) => {
  const { status, phase, reason } = await readBroadcast(world, account, id)
  return { status, phase, reason }
}
const textsOf = async (id: BroadcastId): Promise<string[]> => {
  const { rows } = await world.pool.query<{ text: string }>(
    `select b.text from message m join message_body b on b.account_id = m.account_id and b.id = m.id
      where m.broadcast_id = $1 order by m.id`,
    [id],
  )
  return rows.map(({ text }) => text)
}
const stepsOf = async (id: BroadcastId): Promise<string[]> => {
  const { rows } = await world.pool.query<{ step: string }>(
    'select step from broadcast_step where broadcast_id = $1 order by id',
    [id],
  )
  return rows.map(({ step }) => step)
}
const call = async (account: AccountId, id: BroadcastId) => ({
  account,
  id,
  version: (await readBroadcast(world, account, id)).version,
})
type Control = typeof pauseBroadcast
const as = async (control: Control, account: AccountId, id: BroadcastId) => {
  const made = await call(account, id)
  return inTransaction(world.pool, (tx) => control(tx, made, world.clock.now()))
}

/** Waits for the messages' ends and counts them. */
async function allEnded(account: AccountId, id: BroadcastId): Promise<void> {
  await expect
    .poll(
      async () => {
        await watch()
        const { waiting, sent } = await countsOf(world, account, id)
        return waiting + sent
      },
      { timeout: patient(20_000), interval: 100 },
    )
    .toBe(0)
}

test('a broadcast sends each recipient its own values once, skips those that are refused, and is charged what it costs', async () => {
  const owner = await world.account()
  const template = await newTemplate(world, owner)
  const members = [
    { to: '+6581230008', cells: ['A1'] },
    { to: '+6581240008', cells: [''] },
    { to: '+6581250002', cells: ['A3'] },
    { to: '+6581260008', cells: ['A4'] },
  ]
  const id = await broadcastTo(world, owner.id, members, {
    columns: ['Order'],
    message: { text: null, template: template.id, variables: { order: { column: 'Order' } } },
    templateVersion: 1,
  })
  await run()
  expect(await stand(owner.id, id)).toEqual({ status: Finished, phase: 'ended', reason: null })
  expect(await textsOf(id)).toEqual(['A1', 'A3', 'A4'].map((order) => `Your order ${order} has shipped.`))
  await allEnded(owner.id, id)
  const counts = await countsOf(world, owner.id, id)
  const { rows } = await world.pool.query<{ sum: bigint }>(
    'select sum(price_micros) from message where broadcast_id = $1',
    [id],
  )
  expect(counts).toEqual({ waiting: 0, sent: 0, delivered: 2, failed: 1, skipped: 1, cost: BigInt(rows[0]?.sum ?? 0) })
  expect(await stepsOf(id)).toEqual(['created', 'started', 'finished'])
  const notices = await world.pool.query(
    `select details from notice where account_id = $1 and kind = 'broadcast_finished'`,
    [owner.id],
  )
  expect(notices.rows).toEqual([{ details: { name: 'Autumn opening hours', sent: '3', skipped: '1' } }])
})

test('a list of several pages is sent in its order, and every row once', async () => {
  const owner = await world.account({ balance: '1000', tps: 0 })
  const id = await broadcastTo(world, owner.id, numbers(730))
  await run()
  expect(await stand(owner.id, id)).toMatchObject({ status: Finished })
  const { rows } = await world.pool.query(
    `select count(*)::int as messages, count(distinct to_hash)::int as people from message where broadcast_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ messages: 730, people: 730 }])
})

test('a scheduled broadcast starts at its time', async () => {
  const owner = await world.account()
  const startsAt = new Date(world.clock.now().getTime() + 10 * MINUTE)
  const id = await broadcastTo(world, owner.id, numbers(1), { startsAt })
  await run()
  expect(await stand(owner.id, id)).toEqual({ status: Queued, phase: 'scheduled', reason: null })
  world.clock.advance(10 * MINUTE)
  await run()
  expect(await stand(owner.id, id)).toMatchObject({ status: Finished })
})

test('the speed of a plan is kept', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, numbers(25), { plan: { speed: 10 } })
  const sent: number[] = []
  for (let second = 0; second < 4; second += 1) {
    await run()
    sent.push((await textsOf(id)).length)
    world.clock.advance(SECOND)
  }
  expect(sent).toEqual([10, 20, 25, 25])
})

test('a paused broadcast accepts nothing more, and goes on with the others once resumed', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, numbers(15), { plan: { speed: 10 } })
  await run()
  await as(pauseBroadcast, owner.id, id)
  world.clock.advance(MINUTE)
  await run()
  expect(await stand(owner.id, id)).toEqual({ status: Interrupt, phase: 'ended', reason: 'user' })
  expect(await textsOf(id)).toHaveLength(10)
  await as(resumeBroadcast, owner.id, id)
  await run()
  world.clock.advance(SECOND)
  await run()
  expect(await stand(owner.id, id)).toMatchObject({ status: Finished })
  expect(await textsOf(id)).toHaveLength(15)
  expect(await stepsOf(id)).toEqual(['created', 'started', 'interrupted', 'resumed', 'finished'])
})

test('two tabs that pause and resume at once change a broadcast once each, and the others are refused', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, numbers(40), { plan: { speed: 10 } })
  await run()
  for (let round = 0; round < 6; round += 1) {
    const control = round % 2 === 0 ? pauseBroadcast : resumeBroadcast
    const made = await call(owner.id, id)
    const tabs = await Promise.allSettled([
      ...[1, 2, 3].map(() => inTransaction(world.pool, (tx) => control(tx, made, world.clock.now()))),
      run(),
    ])
    expect(tabs.slice(0, 3).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const tab of tabs) if (tab.status === 'rejected') expect(tab.reason).toMatchObject({ code: 'state_conflict' })
  }
  await as(stopBroadcast, owner.id, id)
  await expect(as(resumeBroadcast, owner.id, id)).rejects.toMatchObject({ code: 'broadcast_state' })
  const { rows } = await world.pool.query(
    `select count(*)::int as sends, count(distinct to_hash)::int as people from message where broadcast_id = $1`,
    [id],
  )
  expect(rows[0]?.people).toBe(rows[0]?.sends)
})

test('a stopped broadcast stays stopped, and a scheduled one can be started at once or stopped', async () => {
  const owner = await world.account()
  const startsAt = new Date(world.clock.now().getTime() + 60 * MINUTE)
  const [one, two] = [
    await broadcastTo(world, owner.id, numbers(1), { startsAt }),
    await broadcastTo(world, owner.id, numbers(1), { startsAt }),
  ]
  await as(startBroadcast, owner.id, one)
  await as(stopBroadcast, owner.id, two)
  await run()
  expect(await stand(owner.id, one)).toMatchObject({ status: Finished })
  expect(await stand(owner.id, two)).toEqual({ status: Interrupt, phase: 'ended', reason: 'stopped' })
  await expect(as(startBroadcast, owner.id, two)).rejects.toMatchObject({ code: 'broadcast_state' })
})

test('a balance that is used up interrupts a broadcast at the last message that it pays for', async () => {
  const owner = await world.account({ balance: '0.5' })
  const id = await broadcastTo(world, owner.id, numbers(60))
  await run()
  expect(await stand(owner.id, id)).toEqual({ status: Interrupt, phase: 'ended', reason: 'balance' })
  const { rows } = await world.pool.query<{ price: bigint; count: bigint }>(
    `select max(price_micros) as price, count(*) as count from message where broadcast_id = $1`,
    [id],
  )
  expect(BigInt(rows[0]?.count ?? 0)).toBe(500_000n / BigInt(rows[0]?.price ?? 1))
  const notices = await world.pool.query(
    `select details from notice where account_id = $1 and kind = 'broadcast_interrupted'`,
    [owner.id],
  )
  expect(notices.rows).toEqual([{ details: { name: 'Autumn opening hours', reason: 'balance' } }])
})

test('first messages that mostly arrive let a broadcast go on, and others hold it until its owner resumes it', async () => {
  const owner = await world.account()
  const good = await broadcastTo(world, owner.id, numbers(12), { plan: { canary: 5 } })
  const bad = await broadcastTo(world, owner.id, [...ending('0004', 5), ...numbers(7)], { plan: { canary: 5 } })
  await run()
  await run()
  expect(await stand(owner.id, good)).toEqual({ status: Pending, phase: 'canary', reason: null })
  expect(await textsOf(good)).toHaveLength(5)
  await expect
    .poll(
      async () => {
        world.clock.advance(SECOND)
        await run()
        return [await stand(owner.id, good), await stand(owner.id, bad)].map(({ status }) => status)
      },
      { timeout: patient(20_000), interval: 100 },
    )
    .toEqual([Finished, Interrupt])
  expect(await stand(owner.id, bad)).toMatchObject({ reason: 'canary_hold' })
  expect(await textsOf(bad)).toHaveLength(5)
  await as(resumeBroadcast, owner.id, bad)
  await run()
  expect(await stand(owner.id, bad)).toMatchObject({ status: Finished })
  expect(await textsOf(bad)).toHaveLength(12)
})

test('first messages without a receipt hold a broadcast after ten minutes', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, [...ending('0005', 4), ...numbers(3)], { plan: { canary: 4 } })
  await run()
  await run()
  world.clock.advance(9 * MINUTE)
  await run()
  expect(await stand(owner.id, id)).toMatchObject({ phase: 'canary' })
  world.clock.advance(MINUTE)
  await run()
  expect(await stand(owner.id, id)).toMatchObject({ status: Interrupt, reason: 'canary_hold' })
})

test('more failures than the owner allows pause a broadcast, and count anew once it is resumed', async () => {
  const owner = await world.account()
  const members = [...ending('0004', 60), ...numbers(20)]
  const id = await broadcastTo(world, owner.id, members, { plan: { speed: 20, stop_above: 20 } })
  for (let second = 0; second < 3; second += 1) {
    await run()
    world.clock.advance(SECOND)
  }
  await expect
    .poll(
      async () => {
        await watch()
        return stand(owner.id, id)
      },
      { timeout: patient(20_000), interval: 100 },
    )
    .toEqual({ status: Interrupt, phase: 'ended', reason: 'breaker' })
  expect(await textsOf(id)).toHaveLength(60)
  await as(resumeBroadcast, owner.id, id)
  await run()
  world.clock.advance(SECOND)
  await run()
  expect(await stand(owner.id, id)).toMatchObject({ status: Finished })
})

test('a recipient whose hours are closed gets the message once they open, and each turn looks at it once', async () => {
  const owner = await world.account()
  world.clock.set(new Date('2026-11-23T02:00:00Z'))
  const members = [
    { to: '+6581230008', zone: 'Asia/Singapore' },
    { to: '+6581240008', zone: 'Europe/London' },
  ]
  const id = await broadcastTo(world, owner.id, members, { plan: { window: { from: '09:00', to: '18:00' } } })
  await run()
  expect(await textsOf(id)).toHaveLength(1)
  const waiting = await readBroadcast(world, owner.id, id)
  expect(waiting).toMatchObject({ status: Pending, phase: 'waiting', next_at: new Date('2026-11-23T09:00:00Z') })
  world.clock.set(new Date('2026-11-23T08:59:00Z'))
  await run()
  expect(await textsOf(id)).toHaveLength(1)
  world.clock.set(new Date('2026-11-23T09:00:00Z'))
  await run()
  expect(await textsOf(id)).toHaveLength(2)
  expect(await stand(owner.id, id)).toMatchObject({ status: Finished })
})
