import { audit } from '@hongyan/contract/endpoints/account/audit'
import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestOf, inboxOf } from '../../../test/inbox.ts'
import { deliverToInbox } from '../../../test/deliveries.ts'
import { newSender } from '../../../test/sender.ts'
import { type OrderEvents, newOrderEvents } from '../../../test/order-events.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { alone } from '../../db/tx.ts'
import { verifyLedger, wholeDetail } from '../../ledger/verify.ts'
import type { DisputeUpdate } from './dispute.ts'
import type { OrderRow } from '../orders/store.ts'

let world: World
let orders: OrderEvents
beforeAll(async () => {
  world = await newWorld()
  orders = newOrderEvents(world)
})
afterAll(() => world.close())

const [opened, won, lost] = ['dispute_opened', 'dispute_won', 'dispute_lost'] as const
const exact = (decimal: string) => parseMicros(decimal) ?? ZERO
const disputeUpdate = (
  kind: DisputeUpdate['kind'],
  disputeId = 'dp_1',
  amount = '50',
  currency = 'USD',
): DisputeUpdate => ({
  kind,
  disputeId,
  amount: exact(amount),
  currency,
})
const newPayer = () => world.account({ balance: '0' })
const newPaidOrder = ({ id }: SignedIn) => orders.paid(id, 'stripe', '50')
const stateOf = async (owner: SignedIn) => {
  const { balance_amount, config } = await owner.call(accounts.get)
  return [balance_amount, config.acct_status]
}
const disputesOf = ({ id }: SignedIn) =>
  world.db.selectFrom('dispute').selectAll().where('account_id', '=', id).orderBy('remote_id').execute()
const setStatus = (owner: SignedIn, status: AccountStatus) =>
  world.db
    .updateTable('account')
    .set({ status, staff_block: status === AccountStatus.Suspended ? null : status })
    .where('id', '=', owner.id)
    .execute()
const settleAll = async (order: OrderRow, kinds: readonly DisputeUpdate['kind'][]) => {
  const outcomes: string[] = []
  for (const kind of kinds) outcomes.push(await orders.settle(order, disputeUpdate(kind)))
  return outcomes
}

describe('a dispute', () => {
  test('that is opened deducts the money and blocks payments by card', async () => {
    const owner = await newPayer()
    const order = await newPaidOrder(owner)
    expect(await orders.settle(order, disputeUpdate(opened))).toBe('dispute_opened')
    expect(await stateOf(owner)).toEqual(['0.000000', AccountStatus.StripeBlocked])
    expect(await disputesOf(owner)).toMatchObject([
      { remote_id: 'dp_1', top_up_id: order.id, amount_micros: exact('50'), status: 'open' },
    ])
  })

  test('of spent money makes the balance negative, and sends are refused', async () => {
    const owner = await newPayer()
    const sender = await newSender(world, owner)
    const order = await newPaidOrder(owner)
    const hello = { to: '+12065550100', text: 'Hello' }
    expect((await sender.send(hello)).status).toBe(200)
    await orders.settle(order, disputeUpdate(opened))
    const [balance] = await stateOf(owner)
    expect(String(balance)).toMatch(/^-0\.0\d+$/)
    expect((await sender.send(hello)).status).toBe(402)
  })

  test('that is won returns the money and lifts the block', async () => {
    const owner = await newPayer()
    const order = await newPaidOrder(owner)
    expect(await settleAll(order, [opened, won])).toEqual([opened, won])
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
    expect(await disputesOf(owner)).toMatchObject([{ status: 'won', closed_at: world.clock.now() }])
  })

  test('that is lost changes nothing else', async () => {
    const owner = await newPayer()
    await settleAll(await newPaidOrder(owner), [opened, lost])
    expect(await stateOf(owner)).toEqual(['0.000000', AccountStatus.StripeBlocked])
    expect(await disputesOf(owner)).toMatchObject([{ status: 'lost' }])
  })

  test.each([
    ['opened twice', [opened, opened], '0.000000', 'open'],
    ['won twice', [opened, won, won], '50.000000', 'won'],
    ['won before it was opened', [won, opened], '50.000000', 'won'],
    ['lost before it was opened', [lost, opened], '0.000000', 'lost'],
    ['lost after it was won', [opened, won, lost, opened], '50.000000', 'won'],
    ['won by an appeal', [opened, lost, lost, won, won], '50.000000', 'won'],
  ] as const)('%s ends as it would have in order, and counts once', async (_order, kinds, balance, status) => {
    const owner = await newPayer()
    await settleAll(await newPaidOrder(owner), kinds)
    const open = status !== 'won'
    expect(await stateOf(owner)).toEqual([balance, open ? AccountStatus.StripeBlocked : AccountStatus.Ok])
    expect(await disputesOf(owner)).toMatchObject([{ status }])
    const acts = (await owner.call(audit.list, { query: { actor: 'system' } })).map(({ action, changes }) => [
      action,
      changes.map(({ after }) => after),
    ])
    if (open) expect(acts).toEqual([['account.block', ['12']]])
    else expect(acts.slice(0, 1)).toEqual(kinds[0] === opened ? [['account.unblock', ['0']]] : [])
  })

  test('that is only an inquiry moves no money and alarms staff', async () => {
    const owner = await newPayer()
    const order = await newPaidOrder(owner)
    expect(await orders.settle(order, disputeUpdate('dispute_inquiry'))).toBe('dispute_inquiry')
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
    const alarms = world.db.selectFrom('payment_alarm').selectAll().where('about', '=', order.id)
    expect(await alarms.execute()).toMatchObject([{ kind: 'dispute_inquiry', amount_micros: 50_000_000n }])
    await orders.settle(order, disputeUpdate(won))
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
    await orders.settle(order, disputeUpdate(opened, 'dp_2'))
    expect(await stateOf(owner)).toEqual(['0.000000', AccountStatus.StripeBlocked])
  })

  test('with concurrent webhooks is applied once', async () => {
    const owner = await newPayer()
    const order = await newPaidOrder(owner)
    await Promise.all([1, 2, 3, 4].map(() => orders.settle(order, disputeUpdate(opened))))
    await Promise.all([1, 2, 3, 4].map(() => orders.settle(order, disputeUpdate(won))))
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
    const { rows } = await world.pool.query(`select kind from ledger_entry where account_id = $1 order by id`, [
      owner.id,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['credit', 'dispute', 'dispute_won'])
  })

  test('deducts at most the payment and returns the same amount', async () => {
    const owner = await newPayer()
    await orders.paid(owner.id, 'stripe', '20')
    const order = await newPaidOrder(owner)
    await orders.settle(order, disputeUpdate(opened, 'dp_1', '40'))
    await orders.settle(order, disputeUpdate(opened, 'dp_2', '65'))
    expect(await stateOf(owner)).toEqual(['20.000000', AccountStatus.StripeBlocked])
    await orders.settle(order, disputeUpdate(won, 'dp_2', '65'))
    expect(await stateOf(owner)).toEqual(['30.000000', AccountStatus.StripeBlocked])
  })

  test('in another currency than the order deducts nothing', async () => {
    const owner = await newPayer()
    expect(await orders.settle(await newPaidOrder(owner), disputeUpdate(opened, 'dp_1', '50', 'EUR'))).toBe(
      'wrong_currency',
    )
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
  })

  test('of an order that is not paid yet is not acknowledged', async () => {
    const owner = await newPayer()
    const order = await orders.order(owner.id, 'stripe', '50')
    await expect(orders.settle(order, disputeUpdate(opened), 'evt')).rejects.toThrow('before it is paid')
    await orders.settle(order, { kind: 'paid', amount: micros(50_000_000n), currency: 'USD', paymentId: 'pi' })
    expect(await orders.settle(order, disputeUpdate(opened), 'evt')).toBe('dispute_opened')
    expect(await stateOf(owner)).toEqual(['0.000000', AccountStatus.StripeBlocked])
  })
})

describe('the block of a dispute', () => {
  test.each([AccountStatus.Suspended, AccountStatus.AllPaymentBlocked])(
    'keeps the status %i, which ranks higher',
    async (status) => {
      const owner = await newPayer()
      const order = await newPaidOrder(owner)
      await setStatus(owner, status)
      await settleAll(order, [opened])
      expect(await stateOf(owner)).toEqual(['0.000000', status])
      await settleAll(order, [won])
      expect(await stateOf(owner)).toEqual(['50.000000', status])
    },
  )

  test('stays while another dispute is open or lost', async () => {
    const owner = await newPayer()
    const [one, other] = [await newPaidOrder(owner), await newPaidOrder(owner)]
    await orders.settle(one, disputeUpdate(opened, 'dp_1'))
    await orders.settle(other, disputeUpdate(opened, 'dp_2'))
    await orders.settle(one, disputeUpdate(won, 'dp_1'))
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.StripeBlocked])
    await orders.settle(other, disputeUpdate(won, 'dp_2'))
    expect(await stateOf(owner)).toEqual(['100.000000', AccountStatus.Ok])
  })
})

describe('the owner of a disputed payment', () => {
  test('is notified once by email with the amount and the next steps', async () => {
    const owner = await newPayer()
    await orders.settle(await newPaidOrder(owner), disputeUpdate(opened, 'dp_1', '65'))
    await deliverToInbox(world)
    await deliverToInbox(world)
    const messages = await inboxOf(world, owner.email)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.text).toMatch(
      /^Payment disputed\n\nYour card's bank disputed your payment of 20 November 2026 /,
    )
    expect(messages[0]?.text).toContain('$50.00')
    expect(messages[0]?.text).toContain('paused card payments')
    const listed = (await owner.call(notices.list)).notices.map(({ kind, values }) => [kind, values])
    expect(Object.fromEntries(listed)).toEqual({
      dispute: { amount: '50.000000', currency: 'USD', paid_at: world.clock.now().toISOString() },
      payments_blocked: { by: 'card' },
      topped_up: { amount: '50.000000', currency: 'USD', channel: 'stripe' },
    })
  })

  test('is notified in Chinese for a mainland account', async () => {
    const owner = await world.account({ partition: 'cn', balance: '0' })
    await orders.settle(await orders.paid(owner.id, 'alipay', '1000'), disputeUpdate(opened, 'dp_cn', '1000', 'CNY'))
    await deliverToInbox(world)
    expect((await newestOf(world, owner.email)).text).toContain(
      '2026年11月20日的付款提出争议（拒付），并扣回 ¥1,000.00',
    )
  })

  test('is notified by text message without an email address', async () => {
    const phone = '+12065550107'
    const owner = await world.account({ email: null, phone, balance: '0' })
    await settleAll(await newPaidOrder(owner), [opened])
    await deliverToInbox(world)
    expect((await newestOf(world, phone)).text).toContain('$50.00')
  })

  test('gets no email of a dispute that was won before it was sent, but sees it in the console', async () => {
    const owner = await newPayer()
    await settleAll(await newPaidOrder(owner), [opened, won])
    await deliverToInbox(world)
    expect(await inboxOf(world, owner.email)).toEqual([])
    expect((await owner.call(notices.list)).notices.map(({ kind }) => kind)).toContain('dispute')
  })
})

test('disputes leave both proofs of the ledger clean', async () => {
  const stretch = wholeDetail(world.clock.now())
  const verified = await verifyLedger(alone(world.pool), stretch, new AbortController().signal)
  expect(verified).toMatchObject({ ok: true, findings: [] })
  expect(verified.entries).toBeGreaterThan(40n)
})
