import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender } from '../../test/sender.ts'
import { newWorld, type World } from '../../test/world.ts'
import type { ReceiptFact } from './facts.ts'
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

  await settle.add([
    receipt(bad?.upstream ?? '', bad?.remote_id ?? '', 'DELIV\0RD'),
    receipt(good?.upstream ?? '', good?.remote_id ?? '', 'DELIVRD'),
  ])

  const aside = await world.pool.query('select reason from set_aside where account_id = $1', [owner.id])
  expect(aside.rows).toEqual([{ reason: expect.stringContaining('invalid byte sequence') }])
  const { rows } = await world.pool.query('select status from message where account_id = $1 order by id', [owner.id])
  expect(rows).toEqual([{ status: MessageStatus.Delivered }, { status: MessageStatus.Sent }])
  await settle.drain()
})
