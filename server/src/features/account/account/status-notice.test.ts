import { noticePreferences, notices } from '@hongyan/contract/endpoints/account/notices'
import { account } from '@hongyan/contract/endpoints/account/account'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { micros } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrderEvents } from '../../../../test/order-events.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { withCountries } from '../../../compose/countries.ts'
import { endSuspension } from './change.ts'
import { accountCommands } from './commands.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
afterAll(() => world.close())

const set = async ({ email }: SignedIn, field: string, value: string) => {
  const command = accountCommands.find(({ name }) => name === 'account set')
  await command?.run(withCountries(world), { positionals: [email, field, value], options: {} })
}

test('an owner is notified of a status that an operator changes, and of no other', async () => {
  const owner = await world.account()
  for (const status of ['1', '1', '10', '0', '13']) await set(owner, 'acct_status', status)
  const { notices: sent } = await owner.call(notices.list)
  expect(sent.map(({ kind, values }) => [kind, ...Object.values(values)].join(' ')).toSorted()).toEqual(
    ['account_suspended', 'account_resumed', 'payments_blocked all', 'payments_blocked alipay'].toSorted(),
  )
})

const statusOf = async (owner: SignedIn) => (await owner.call(account.get)).config.acct_status

test('a dispute and the block of a channel by staff hold at once, and each ends alone', async () => {
  const owner = await world.account({ partition: 'cn', balance: '0' })
  const orders = newOrderEvents(world)
  const order = await orders.paid(owner.id, 'stripe', '50')
  const { amount_micros: amount, currency } = order
  await set(owner, 'acct_status', String(AccountStatus.AlipayBlocked))
  await orders.settle(order, { kind: 'dispute_opened', disputeId: 'dp_1', amount, currency })
  expect(await statusOf(owner)).toBe(AccountStatus.StripeBlocked)
  expect((await owner.call(topUp.get)).channels).toEqual(['wxpay'])
  await orders.settle(order, { kind: 'dispute_won', disputeId: 'dp_1', amount, currency })
  expect(await statusOf(owner)).toBe(AccountStatus.AlipayBlocked)
  await set(owner, 'acct_status', String(AccountStatus.Ok))
  expect((await owner.call(topUp.get)).channels).toEqual(['alipay', 'wxpay'])
})

test('the end of a suspension leaves the block of all payments that staff set before it', async () => {
  const owner = await world.account()
  await set(owner, 'acct_status', String(AccountStatus.AllPaymentBlocked))
  await set(owner, 'acct_status', String(AccountStatus.Suspended))
  expect(await statusOf(owner)).toBe(AccountStatus.Suspended)
  expect((await owner.call(topUp.get)).channels).toEqual([])
  const end = world.db.transaction().execute((tx) => endSuspension(tx, owner.id, 'Ines', world.clock.now()))
  expect(await end).toBe(true)
  expect(await statusOf(owner)).toBe(AccountStatus.AllPaymentBlocked)
})

test('a change of the credit moves the bound of the low-balance notice', async () => {
  const owner = await world.account()
  await owner.call(noticePreferences.save, { body: { balance_low: '50' } })
  const bound = async () => {
    const found = await world.pool.query('select low_below from balance where account_id = $1', [owner.id])
    return found.rows[0]?.low_below
  }
  expect(await bound()).toBe(micros(50_000_000n))
  await set(owner, 'credit_amount', '80')
  await set(owner, 'credit_enabled', 'true')
  expect(await bound()).toBe(micros(-30_000_000n))
})
