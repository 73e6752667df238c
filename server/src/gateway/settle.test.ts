import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender } from '../../test/sender.ts'
import { newWorld, type World } from '../../test/world.ts'
import { ownFact, type ReceiptFact } from './facts.ts'
import type { MessageState } from './messages.ts'
import { createSettle } from './settle.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const receipt = (upstream: string, remoteId: string, upstreamCode: string): ReceiptFact => ({
  kind: 'receipt',
  upstream,
  remoteId,
  part: 0,
  status: MessageStatus.Delivered,
  upstreamCode,
  error: null,
  to: null,
})

test('a message whose receipt no table can keep is set aside, and the receipts that came with it settle', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: ['+12065550005', '+13125550005'], text: 'Hello' })
  const sent = async () =>
    (
      await world.pool.query<{ upstream: string; remote_id: string }>(
        'select upstream, remote_id from handover where account_id = $1 order by message_id',
        [owner.id],
      )
    ).rows
  const [good, bad] = await eventually(sent, (found) => found.length === 2)
  const settle = createSettle({
    pool: world.pool,
    clock: world.clock,
    orphaned: () => undefined,
    failed: () => undefined,
  })

  await settle.addAll([
    receipt(bad?.upstream ?? '', bad?.remote_id ?? '', 'DELIV\0RD'),
    receipt(good?.upstream ?? '', good?.remote_id ?? '', 'DELIVRD'),
  ])

  const aside = await world.pool.query('select reason from set_aside where account_id = $1', [owner.id])
  expect(aside.rows).toEqual([{ reason: expect.stringContaining('invalid byte sequence') }])
  const { rows } = await world.pool.query('select status from message where account_id = $1 order by id', [owner.id])
  expect(rows).toEqual([{ status: MessageStatus.Delivered }, { status: MessageStatus.Sent }])
  await settle.drain()
})

interface SentRow {
  account: AccountId
  id: MessageId
  status: MessageStatus
  events: number
  price: Micros
  upstream: string
  remoteId: string
  acceptedAt: Date
}

test('a result whose message another process has settled moves no money again', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: ['+12065550005'], text: 'Hello' })
  const rows = async (): Promise<readonly SentRow[]> =>
    (
      await world.pool.query<SentRow>(
        `select m.account_id as account, m.id, m.status, m.events, m.price_micros as price, h.upstream,
           h.remote_id as "remoteId", m.accepted_at as "acceptedAt"
         from message m join handover h on h.account_id = m.account_id and h.message_id = m.id where m.account_id = $1`,
        [owner.id],
      )
    ).rows
  const [sent] = await eventually(rows, (found) => found.length === 1)
  if (sent === undefined) throw new Error('the message was not handed over')
  const balance = () =>
    world.pool.query('select balance_micros, held_micros, paid_micros from balance where account_id = $1', [owner.id])
  const before = await balance()
  const accepted: MessageState = {
    account: sent.account,
    id: sent.id,
    status: MessageStatus.Accepted,
    parts: 1,
    partsDelivered: 0,
    price: sent.price,
    payForDelivered: false,
    settled: false,
    events: 0,
    acceptedAt: sent.acceptedAt,
  }
  const settle = createSettle({
    pool: world.pool,
    clock: world.clock,
    orphaned: () => undefined,
    failed: () => undefined,
  })

  const fact = ownFact(sent.upstream, { ...sent, to: '+12065550005' }, MessageStatus.Sent)
  await settle.add({ ...fact, evidence: true, remoteIds: [sent.remoteId], attempt: 1, before: accepted })

  expect((await balance()).rows).toEqual(before.rows)
  const [after] = await rows()
  expect(after).toMatchObject({ status: MessageStatus.Sent, events: 1 })
  const { rows: events } = await world.pool.query('select repeats from message_event where account_id = $1', [owner.id])
  expect(events).toEqual([{ repeats: 1 }])
  await settle.drain()
})

test.each([
  { to: 'failed', status: MessageStatus.Failed, error: 'not_handed_over' },
  { to: 'delivered', status: MessageStatus.Delivered, error: null },
] as const)('a message in doubt that turns out $to has the error of its end alone', async ({ status, error }) => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: ['+12065550005'], text: 'Hello' })
  const read = async (): Promise<readonly (MessageState & { error: string | null; upstream: string })[]> =>
    (
      await world.pool.query(
        `select account_id as account, id, status, parts, parts_delivered as "partsDelivered", price_micros as price,
           false as "payForDelivered", settle_entry is not null as settled, events, accepted_at as "acceptedAt",
           error_code as error, upstream from message where account_id = $1 and status >= ${MessageStatus.Sent}`,
        [owner.id],
      )
    ).rows
  const settle = createSettle({
    pool: world.pool,
    clock: world.clock,
    orphaned: () => undefined,
    failed: () => undefined,
  })
  const become = async (next: Pick<ReceiptFact, 'status' | 'error'>) => {
    const [before] = await eventually(read, (found) => found.length === 1)
    if (before === undefined) throw new Error('the message was not handed over')
    const fact = ownFact(before.upstream, { ...before, to: '+12065550005' }, next.status)
    await settle.add({ ...fact, ...next, attempt: 1, before })
    return (await read())[0]
  }
  const doubt = { status: MessageStatus.Unknown, error: 'outcome_unknown' } as const
  expect(await become(doubt)).toMatchObject(doubt)
  expect(await become({ status, error })).toMatchObject({ status, error })
  await settle.drain()
})
