import { DAY } from '@hongyan/contract/durations'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movesOf } from '../../../test/moves.ts'
import { newOrderEvents, type OrderEvents, paidUpdate } from '../../../test/order-events.ts'
import { findings } from '../../../test/payer.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { readArguments } from '../../kit/command.ts'
import { postDueCashback } from '../settlement/cashback.ts'
import { refuseSandboxMoney, sandboxMoneyCommands } from './retire.ts'

let world: World
let orders: OrderEvents
beforeAll(async () => {
  world = await newWorld()
  orders = newOrderEvents(world)
})
afterAll(() => world.close())

const [command] = sandboxMoneyCommands
const run = async (...typed: readonly string[]) => {
  if (command === undefined) throw new Error('there is no such command')
  return command.run(world, readArguments(command, ['--reason', 'We go live', '--by', 'Ada', ...typed]))
}
const fundsOf = async ({ id }: SignedIn) =>
  (
    await world.pool.query(
      'select paid_micros as paid, gift_micros as gift, cashback_micros as cashback from balance where account_id = $1',
      [id],
    )
  ).rows[0]

/** An order that real money pays. */
async function payReally(owner: SignedIn, amount: string): Promise<void> {
  const order = await orders.order(owner.id, 'stripe', amount)
  await world.pool.query('update top_up set test = false where id = $1', [order.id])
  await orders.settle(order, paidUpdate(order))
}

test('going live with sandbox money is refused until it is retired, and real money stays', async () => {
  await expect(refuseSandboxMoney(world.db)).resolves.toBeUndefined()
  const [us, cn] = [await world.account({ balance: '3' }), await world.account({ partition: 'cn', balance: '0' })]
  await payReally(us, '40')
  await orders.paid(us.id, 'stripe', '50')
  await movesOf(world.pool, us.id).gift(7_000_000n, world.clock.now())
  await orders.paid(cn.id, 'alipay', '1000')
  await orders.paid(cn.id, 'wxpay', '8')
  world.clock.advance(40 * DAY)
  await postDueCashback(world.payments.engine)
  await orders.paid(cn.id, 'alipay', '500')
  const open = await orders.order(us.id, 'stripe', '20')

  const before = await fundsOf(cn)
  expect(before.cashback).toBeGreaterThan(0n)
  await expect(refuseSandboxMoney(world.db)).rejects.toThrow(
    /^The database has sandbox money \(.*50\.000000 USD.*hongyan ledger retire-sandbox/,
  )
  const dry = await run()
  expect(dry.line).toMatch(/account .*: 50\.000000 USD\n.*Nothing is booked yet: run it again with --confirm\.$/s)
  expect(await fundsOf(cn)).toEqual(before)

  const { json } = await run('--confirm')
  expect(json).toMatchObject({
    booked: true,
    accounts: expect.arrayContaining([expect.objectContaining({ amount: '50.000000', currency: 'USD' })]),
  })
  expect(await fundsOf(us)).toEqual({ paid: 43_000_000n, gift: 7_000_000n, cashback: 0n })
  expect(await fundsOf(cn)).toEqual({ paid: 0n, gift: 0n, cashback: 0n })
  await expect(refuseSandboxMoney(world.db)).resolves.toBeUndefined()
  expect((await run('--confirm')).line).toBe('There is no sandbox money.')

  world.clock.advance(40 * DAY)
  await postDueCashback(world.payments.engine)
  expect(await fundsOf(cn)).toEqual({ paid: 0n, gift: 0n, cashback: 0n })
  expect(await findings(world)).toEqual([])
  const status = await world.db.selectFrom('top_up').select(['status', 'poll_at']).where('id', '=', open.id).execute()
  expect(status).toEqual([{ status: 3, poll_at: null }])
})

test('sandbox money that is held for messages stays until the messages have ended', async () => {
  const owner = await world.account({ balance: '0' })
  const order = await orders.paid(owner.id, 'stripe', '20')
  const moves = movesOf(world.pool, owner.id)
  const held = await moves.accept([{ country: 'US', scene: 1, parts: 1, unit: 5_000_000n }], world.clock.now())
  await run('--confirm')
  expect(await fundsOf(owner)).toMatchObject({ paid: 5_000_000n })
  await moves.settle(held, 'void', world.clock.now())
  await run('--confirm')
  expect(await fundsOf(owner)).toMatchObject({ paid: 0n })
  expect(await findings(world)).toEqual([])
  const [, first] = await owner.call(audit.list, { query: { actor: 'staff' } })
  expect(first).toMatchObject({
    operator: 'Ada',
    action: 'ledger.retireSandbox',
    changes: [
      { field: 'amount', after: '15.000000 USD' },
      { field: 'reason', after: 'We go live' },
    ],
  })
  expect(await owner.call(transactions.list, { query: {} })).toContainEqual(
    expect.objectContaining({
      amount: '15.000000',
      channel: 'stripe',
      description: expect.objectContaining({ kind: 'refund', about: order.id }),
    }),
  )
})
