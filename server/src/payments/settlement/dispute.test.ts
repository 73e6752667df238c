import { audit } from '@hongyan/contract/endpoints/account/audit'
import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestOf, inboxOf } from '../../../test/inbox.ts'
import { writeToOwners } from '../../../test/deliveries.ts'
import { newSender } from '../../../test/sender.ts'
import { type Cashier, newCashier } from '../../../test/cashier.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { alone } from '../../db/tx.ts'
import { verifyLedger, wholeDetail } from '../../ledger/verify.ts'
import type { DisputeUpdate } from './dispute.ts'
import type { OrderRow } from '../orders/store.ts'

let world: World
let cashier: Cashier
beforeAll(async () => {
  world = await newWorld()
  cashier = newCashier(world)
})
afterAll(() => world.close())

const [opened, won, lost] = ['dispute_opened', 'dispute_won', 'dispute_lost'] as const
const exact = (decimal: string) => parseMicros(decimal) ?? ZERO
const about = (kind: DisputeUpdate['kind'], disputeId = 'dp_1', amount = '50', currency = 'USD'): DisputeUpdate => ({
  kind,
  disputeId,
  amount: exact(amount),
  currency,
})
const payer = () => world.account({ balance: '0' })
const paid = ({ id }: SignedIn) => cashier.paid(id, 'stripe', '50')
const stateOf = async (owner: SignedIn) => {
  const { balance_amount, config } = await owner.call(accounts.get)
  return [balance_amount, config.acct_status]
}
const disputesOf = ({ id }: SignedIn) =>
  world.db.selectFrom('dispute').selectAll().where('account_id', '=', id).orderBy('remote_id').execute()
const setStatus = (owner: SignedIn, status: AccountStatus) =>
  world.db.updateTable('account').set({ status }).where('id', '=', owner.id).execute()
const tellAll = async (order: OrderRow, kinds: readonly DisputeUpdate['kind'][]) => {
  const outcomes: string[] = []
  for (const kind of kinds) outcomes.push(await cashier.tell(order, about(kind)))
  return outcomes
}

describe('a dispute', () => {
  test('that is opened takes the money back and blocks payments by card', async () => {
    const owner = await payer()
    const order = await paid(owner)
    expect(await cashier.tell(order, about(opened))).toBe('dispute_opened')
    expect(await stateOf(owner)).toEqual(['0.000000', AccountStatus.StripeBlocked])
    expect(await disputesOf(owner)).toMatchObject([
      { remote_id: 'dp_1', top_up_id: order.id, amount_micros: exact('50'), status: 'open' },
    ])
  })

  test('of money that is spent takes the balance below zero, and sends are refused', async () => {
    const owner = await payer()
    const sender = await newSender(world, owner)
    const order = await paid(owner)
    const hello = { to: '+12065550100', text: 'Hello' }
    expect((await sender.send(hello)).status).toBe(200)
    await cashier.tell(order, about(opened))
    const [balance] = await stateOf(owner)
    expect(String(balance)).toMatch(/^-0\.0\d+$/)
    expect((await sender.send(hello)).status).toBe(402)
  })

  test('that is won gives the money back and lifts the block', async () => {
    const owner = await payer()
    const order = await paid(owner)
    expect(await tellAll(order, [opened, won])).toEqual([opened, won])
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
    expect(await disputesOf(owner)).toMatchObject([{ status: 'won', closed_at: world.clock.now() }])
  })

  test('that is lost changes nothing more', async () => {
    const owner = await payer()
    await tellAll(await paid(owner), [opened, lost])
    expect(await stateOf(owner)).toEqual(['0.000000', AccountStatus.StripeBlocked])
    expect(await disputesOf(owner)).toMatchObject([{ status: 'lost' }])
  })

  test.each([
    ['opened twice', [opened, opened], '0.000000', 'open'],
    ['won twice', [opened, won, won], '50.000000', 'won'],
    ['won before it was opened', [won, opened], '50.000000', 'won'],
    ['lost before it was opened', [lost, opened], '0.000000', 'lost'],
    ['lost after it was won', [opened, won, lost, opened], '50.000000', 'won'],
  ] as const)('%s ends as it would have in order, and counts once', async (_order, kinds, balance, status) => {
    const owner = await payer()
    await tellAll(await paid(owner), kinds)
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

  test('told by several at once counts once', async () => {
    const owner = await payer()
    const order = await paid(owner)
    await Promise.all([1, 2, 3, 4].map(() => cashier.tell(order, about(opened))))
    await Promise.all([1, 2, 3, 4].map(() => cashier.tell(order, about(won))))
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
    const { rows } = await world.pool.query(`select kind from ledger_entry where account_id = $1 order by id`, [
      owner.id,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['credit', 'dispute', 'dispute_won'])
  })

  test('takes no more than was paid, and gives back what it took', async () => {
    const owner = await payer()
    await cashier.paid(owner.id, 'stripe', '20')
    const order = await paid(owner)
    await cashier.tell(order, about(opened, 'dp_1', '40'))
    await cashier.tell(order, about(opened, 'dp_2', '65'))
    expect(await stateOf(owner)).toEqual(['20.000000', AccountStatus.StripeBlocked])
    await cashier.tell(order, about(won, 'dp_2', '65'))
    expect(await stateOf(owner)).toEqual(['30.000000', AccountStatus.StripeBlocked])
  })

  test('in another currency than the order takes nothing', async () => {
    const owner = await payer()
    expect(await cashier.tell(await paid(owner), about(opened, 'dp_1', '50', 'EUR'))).toBe('wrong_currency')
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.Ok])
  })

  test('of an order that is not paid yet is not taken for heard', async () => {
    const owner = await payer()
    const order = await cashier.order(owner.id, 'stripe', '50')
    await expect(cashier.tell(order, about(opened), 'evt')).rejects.toThrow('before it is paid')
    await cashier.tell(order, { kind: 'paid', amount: micros(50_000_000n), currency: 'USD', paymentId: 'pi' })
    expect(await cashier.tell(order, about(opened), 'evt')).toBe('dispute_opened')
    expect(await stateOf(owner)).toEqual(['0.000000', AccountStatus.StripeBlocked])
  })
})

describe('the block', () => {
  test.each([AccountStatus.Suspended, AccountStatus.AllPaymentBlocked])(
    'leaves a status that ranks higher: %i',
    async (status) => {
      const owner = await payer()
      const order = await paid(owner)
      await setStatus(owner, status)
      await tellAll(order, [opened])
      expect(await stateOf(owner)).toEqual(['0.000000', status])
      await tellAll(order, [won])
      expect(await stateOf(owner)).toEqual(['50.000000', status])
    },
  )

  test('stays as long as another dispute is open or lost', async () => {
    const owner = await payer()
    const [one, other] = [await paid(owner), await paid(owner)]
    await cashier.tell(one, about(opened, 'dp_1'))
    await cashier.tell(other, about(opened, 'dp_2'))
    await cashier.tell(one, about(won, 'dp_1'))
    expect(await stateOf(owner)).toEqual(['50.000000', AccountStatus.StripeBlocked])
    await cashier.tell(other, about(won, 'dp_2'))
    expect(await stateOf(owner)).toEqual(['100.000000', AccountStatus.Ok])
  })
})

describe('the owner', () => {
  test('is told once by mail what was taken and what to do', async () => {
    const owner = await payer()
    await cashier.tell(await paid(owner), about(opened, 'dp_1', '65'))
    await writeToOwners(world)
    await writeToOwners(world)
    const letters = await inboxOf(world, owner.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toMatch(/^Payment disputed\n\nYour card's bank disputed your payment of 20 November 2026 /)
    expect(letters[0]?.text).toContain('$50.00')
    expect(letters[0]?.text).toContain('paused card payments')
    const told = (await owner.call(notices.list)).notices.map(({ kind, values }) => [kind, values])
    expect(Object.fromEntries(told)).toEqual({
      dispute: { amount: '50.000000', currency: 'USD', paid_at: world.clock.now().toISOString() },
      payments_blocked: { by: 'card' },
      topped_up: { amount: '50.000000', currency: 'USD', channel: 'stripe' },
    })
  })

  test('of a mainland account is written to in Chinese', async () => {
    const owner = await world.account({ partition: 'cn', balance: '0' })
    await cashier.tell(await cashier.paid(owner.id, 'alipay', '1000'), about(opened, 'dp_cn', '1000', 'CNY'))
    await writeToOwners(world)
    expect((await newestOf(world, owner.email)).text).toContain(
      '2026年11月20日的付款提出争议（拒付），并扣回 ¥1,000.00',
    )
  })

  test('without an e-mail address is told by text', async () => {
    const phone = '+12065550107'
    const owner = await world.account({ email: null, phone, balance: '0' })
    await tellAll(await paid(owner), [opened])
    await writeToOwners(world)
    expect((await newestOf(world, phone)).text).toContain('$50.00')
  })

  test('hears nothing of a dispute that is won before anybody could write, and sees it at the bell', async () => {
    const owner = await payer()
    await tellAll(await paid(owner), [opened, won])
    await writeToOwners(world)
    expect(await inboxOf(world, owner.email)).toEqual([])
    expect((await owner.call(notices.list)).notices.map(({ kind }) => kind)).toContain('dispute')
  })
})

test('all of that leaves both proofs clean', async () => {
  const stretch = wholeDetail(world.clock.now())
  const verified = await verifyLedger(alone(world.pool), stretch, new AbortController().signal)
  expect(verified).toMatchObject({ ok: true, findings: [] })
  expect(verified.entries).toBeGreaterThan(40n)
})
