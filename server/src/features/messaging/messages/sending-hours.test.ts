import { configuration } from '@hongyan/contract/endpoints/configuration'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, newSender, type SendAnswer } from '../../../../test/sender.ts'
import { filing, newLentSignature, newSignature, newTemplate, verified } from '../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** One in the morning in Seattle, nine in London. */
const NIGHT = new Date('2026-11-20T09:00:00Z')
const OPENS = '2026-11-20T17:00:00.000Z'
const CLOSES = '2026-11-21T04:00:00.000Z'
beforeEach(() => world.clock.set(NIGHT))

const SEATTLE = '+12065550100'
const LONDON = '+447400123456'
const offer = (to: string | readonly string[] = SEATTLE) => ({ to, text: 'Ten percent off', scene: 3 })

const detailOf = async (owner: SignedIn, id: string | undefined) =>
  owner.call(messages.get, { params: { id: id ?? '' } })
const listOf = (owner: SignedIn) => owner.call(messages.list, { query: { scene: MessageScene.Marketing } })

/** The state of the account's waiting messages and money. */
const waitingOf = async ({ id }: SignedIn) => {
  const { rows } = await world.pool.query<
    Readonly<Record<'deferred' | 'outbox' | 'backlog' | 'paid' | 'held', number>>
  >(
    `select (select count(*)::integer from deferred d where d.account_id = $1) as deferred,
       (select count(*)::integer from outbox o where o.account_id = $1) as outbox,
       coalesce((select parts from backlog where account_id = $1), 0)::integer as backlog,
       paid_micros::integer as paid, held_micros::integer as held from balance where account_id = $1`,
    [id],
  )
  return rows[0]
}

/** Lets the time of the database pass until the account's messages are due. */
const letPass = ({ id }: SignedIn) => world.pool.query('update deferred set due_at = now() where account_id = $1', [id])

const ended = (owner: SignedIn, status: MessageStatus) =>
  eventually(
    () => listOf(owner),
    (rows) => rows.length > 0 && rows.every((row) => row.status === status),
  )

test('marketing in quiet hours is queued until they end, and leaves then', async () => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  expect((await send(offer())).status).toBe(200)
  const [row] = await listOf(owner)
  expect(row).toMatchObject({ status: MessageStatus.Queued, money: 'held' })
  expect(await detailOf(owner, row?.id)).toMatchObject({ waits_until: OPENS, valid_until: CLOSES })
  const { rows: due } = await world.pool.query<{ seconds: number }>(
    'select extract(epoch from due_at - now())::float8 as seconds from deferred where account_id = $1',
    [owner.id],
  )
  expect(due[0]?.seconds).toBeLessThanOrEqual(8 * 3_600)
  expect(due[0]?.seconds).toBeGreaterThan(8 * 3_600 - 120)
  expect(await waitingOf(owner)).toEqual({ deferred: 1, outbox: 0, backlog: 1, paid: 1_000_000, held: 8_500 })

  world.clock.set(new Date(OPENS))
  await letPass(owner)
  await ended(owner, MessageStatus.Delivered)
  expect(await detailOf(owner, row?.id)).toMatchObject({ waits_until: null, sent_at: OPENS })
  expect(await waitingOf(owner)).toEqual({ deferred: 0, outbox: 0, backlog: 0, paid: 991_500, held: 0 })
})

test('marketing whose hours have ended when it is due is not handed over, and is free', async () => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  await send(offer([SEATTLE, '+12065550101']))
  world.clock.set(new Date(CLOSES))
  await letPass(owner)
  const rows = await ended(owner, MessageStatus.Expired)
  expect(rows.map(({ money, sent_at, reason }) => [money, sent_at, reason?.code])).toEqual([
    ['released', null, 'expired'],
    ['released', null, 'expired'],
  ])
  expect(await waitingOf(owner)).toEqual({ deferred: 0, outbox: 0, backlog: 0, paid: 1_000_000, held: 0 })
})

test('marketing that waits in the outbox until its hours have ended is not handed over, and is free', async () => {
  const daytime = new Date('2026-11-20T19:30:00Z')
  world.clock.set(daytime)
  const owner = await world.account({ tps: 0 })
  const { send } = await newSender(world, owner)
  // Another process, which does nothing, has the link.
  await world.pool.query("update link_owner set process = gen_random_uuid(), until = now() + interval '1 hour'")
  const count = async (from: string): Promise<number> => (await world.pool.query(from, [owner.id])).rowCount ?? 0
  const sendOne = async (): Promise<number> => {
    await send(offer())
    return count('select from outbox where account_id = $1 and mark is null and buffered_by is null')
  }
  // The link submits what it accepts until it notices that it is another's.
  const waiting = await eventually(sendOne, (found) => found > 0)
  // The results of those that left before are written.
  await eventually(
    () => count('select from message where account_id = $1 and sent_at is null'),
    (open) => open === waiting,
  )
  world.clock.set(new Date(CLOSES))
  await world.pool.query('update link_owner set until = now()')
  const { rows } = await eventually(
    () =>
      world.pool.query<{ status: MessageStatus; sent_at: Date | null; price_micros: bigint; done: boolean }>(
        'select status, sent_at, price_micros, done_at is not null as done from message where account_id = $1',
        [owner.id],
      ),
    (found) => found.rows.every(({ done }) => done),
  )
  const sent = rows.filter(({ sent_at: at }) => at !== null)
  expect(sent.filter(({ sent_at: at }) => at?.getTime() !== daytime.getTime())).toEqual([])
  expect(rows.filter(({ status }) => status === MessageStatus.Expired)).toHaveLength(rows.length - sent.length)
  expect(rows.length - sent.length).toBe(waiting)
  const paid = 100_000_000 - sent.reduce((sum, { price_micros: price }) => sum + Number(price), 0)
  expect(await waitingOf(owner)).toEqual({ deferred: 0, outbox: 0, backlog: 0, paid, held: 0 })
})

test('marketing in its hours leaves at once, and is valid until they end', async () => {
  world.clock.set(new Date('2026-11-20T19:30:00Z'))
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send(offer())
  const [row] = await ended(owner, MessageStatus.Delivered)
  expect(await detailOf(owner, row?.id)).toMatchObject({
    waits_until: null,
    sent_at: '2026-11-20T19:30:00.000Z',
    valid_until: CLOSES,
  })
})

test('the account’s own validity begins with the sending hours', async () => {
  const owner = await world.account()
  const config = await owner.call(configuration.sms)
  await owner.call(configuration.saveSms, { body: { ...config, validity: 3_600 } })
  const { send } = await newSender(world, owner)
  await send(offer())
  const [row] = await listOf(owner)
  expect(await detailOf(owner, row?.id)).toMatchObject({
    waits_until: OPENS,
    valid_until: '2026-11-20T18:00:00.000Z',
  })
})

test('each recipient of a request waits for hours of its own, and other scenes wait for none', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send(offer([SEATTLE, LONDON]))
  await send({ ...offer(), scene: 2 })
  const statuses = () => owner.call(messages.list, { query: {} })
  const rows = await eventually(statuses, (found) => found.filter(({ status }) => status === 4).length === 2)
  const by = rows.map(({ country, scene, status }) => `${country} ${scene} ${status}`)
  expect(by.toSorted()).toEqual(['GB 3 4', 'US 2 4', 'US 3 1'])
})

test('requests of which one is too much for the balance wait for sending hours too', async () => {
  const owner = await world.account({ balance: '0.01' })
  const { send } = await newSender(world, owner)
  const answers: SendAnswer[] = await Promise.all([send(offer()), send(offer()), send(offer())])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '402', '402'])
  expect(await waitingOf(owner)).toEqual({ deferred: 1, outbox: 0, backlog: 1, paid: 10_000, held: 8_500 })
})

test('marketing of an account that is suspended while it waits is refused when it is due, free of charge', async () => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  await send(offer())
  world.clock.set(new Date(OPENS))
  await world.pool.query('update account set status = 1 where id = $1', [owner.id])
  await letPass(owner)
  const [row] = await ended(owner, MessageStatus.Rejected)
  expect([row?.money, row?.sent_at, row?.reason?.code]).toEqual(['released', null, 'account_suspended'])
  expect(await waitingOf(owner)).toEqual({ deferred: 0, outbox: 0, backlog: 0, paid: 1_000_000, held: 0 })
})

const refusedWhenDue = async (owner: SignedIn) => {
  await letPass(owner)
  const [row] = await ended(owner, MessageStatus.Rejected)
  expect(await waitingOf(owner)).toEqual({ deferred: 0, outbox: 0, backlog: 0, paid: 1_000_000, held: 0 })
  return [row?.money, row?.sent_at, row?.reason?.code]
}

test('marketing whose number is blocked while it waits is refused, free of charge', async () => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  await send(offer())
  await owner.call(recipients.add, { body: { recipient: SEATTLE, reason: 'block' } })
  world.clock.set(new Date(OPENS))
  expect(await refusedWhenDue(owner)).toEqual(['released', null, 'recipient_blocked'])
})

test('a locked balance of one account keeps no refused marketing of another waiting', async () => {
  const one = await world.account({ balance: '1' })
  const two = await world.account({ balance: '1' })
  const senders = [await newSender(world, one), await newSender(world, two)]
  // Each balance is locked in turn, since either message may be the first to end.
  for (const { to, locked, other } of [
    { to: SEATTLE, locked: one, other: two },
    { to: '+12065550101', locked: two, other: one },
  ]) {
    world.clock.set(NIGHT)
    for (const { send } of senders) await send(offer(to))
    for (const owner of [one, two]) await owner.call(recipients.add, { body: { recipient: to, reason: 'block' } })
    world.clock.set(new Date(OPENS))
    const lock = await world.pool.connect()
    try {
      await lock.query('begin')
      await lock.query('select from balance where account_id = $1 for update', [locked.id])
      await world.pool.query('update deferred set due_at = now() where account_id = any($1::uuid[])', [
        [one.id, two.id],
      ])
      await ended(other, MessageStatus.Rejected)
      expect(await waitingOf(locked)).toMatchObject({ deferred: 1, held: 8_500 })
    } finally {
      lock.release(true)
    }
    await ended(locked, MessageStatus.Rejected)
  }
})

test('marketing whose sender’s authorisation ends while it waits is refused when it is due, free of charge', async () => {
  world.clock.set(new Date('2026-11-20T22:00:00Z'))
  const owner = await world.account({ balance: '1' })
  const { name } = await newLentSignature(world, owner, '2026-11-20')
  const { send } = await newSender(world, owner)
  expect((await send({ ...offer(LONDON), signature: name })).status).toBe(200)
  world.clock.set(new Date('2026-11-21T09:00:00Z'))
  expect(await refusedWhenDue(owner)).toEqual(['released', null, 'third_party_authorisation_expired'])
})

test('marketing to +86 whose filing lapses while it waits is refused when it is due, free of charge', async () => {
  world.clock.set(new Date('2026-11-20T14:00:00Z'))
  const owner = await world.account({ partition: 'cn', balance: '1' })
  await verified(world, owner)
  const { name } = await newSignature(world, owner, { regions: ['cn'] })
  const { id } = await newTemplate(world, owner, {
    code: 'huodong',
    scene: 3,
    language: 'zh-CN',
    content: '您的订单{order}可享九折。',
    usage_note: '向下单用户发送优惠，例如：您的订单A20261123可享九折。',
  })
  const { send } = await newSender(world, owner)
  const values = { templateId: 'huodong', templateData: { order: 'B1' }, signature: name }
  expect((await send({ to: '+8613800138121', ...values })).status).toBe(200)
  await filing(world, 'lapse', id, '--carrier', 'CUCC', '--reason', '未使用', '--by', 'Wang Fang')
  world.clock.set(new Date('2026-11-21T00:00:00Z'))
  expect(await refusedWhenDue(owner)).toEqual(['released', null, 'carrier_filing_pending'])
})

test('marketing that is sent again from the console waits for its hours too', async () => {
  world.clock.set(new Date('2026-11-20T19:30:00Z'))
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send(offer())
  const [row] = await ended(owner, MessageStatus.Delivered)
  world.clock.set(new Date('2026-11-21T09:00:00Z'))
  const { id: again } = await owner.call(messages.resend, { params: { id: row?.id ?? '' } })
  expect(await detailOf(owner, again)).toMatchObject({
    status: MessageStatus.Queued,
    waits_until: '2026-11-21T17:00:00.000Z',
  })
})

test('marketing that waits for its hours can be cancelled, free of charge', async () => {
  const owner = await world.account({ balance: '1' })
  const { send } = await newSender(world, owner)
  await send(offer())
  const [row] = await listOf(owner)
  const cancelled = await owner.call(messages.cancel, { params: { id: row?.id ?? '' } })
  expect(cancelled).toMatchObject({ status: MessageStatus.Rejected, money: 'released' })
  expect(await waitingOf(owner)).toEqual({ deferred: 0, outbox: 0, backlog: 0, paid: 1_000_000, held: 0 })
})

test('marketing is refused where no hours open within two weeks, and a dry run says so', async () => {
  // The holidays of France are known to the end of 2028.
  world.clock.set(new Date('2029-01-05T12:00:00Z'))
  const { send } = await newSender(world, await world.account())
  const dry = await send({ ...offer(['+33612345678', LONDON]), dryRun: true })
  expect(dry).toMatchObject({
    status: 200,
    body: {
      data: {
        messages: [
          { iso: 'FR', error: { code: '107203' } },
          { iso: 'GB', count: 1 },
        ],
      },
    },
  })
  const { status, body } = await send({ ...offer('+33612345678'), dryRun: true })
  expect([status, body.code, body.message]).toEqual([403, '107203', 'QuietHours'])
})
