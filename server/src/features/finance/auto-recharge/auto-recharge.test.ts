import { MINUTE } from '@hongyan/contract/durations'
import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import { configuration } from '@hongyan/contract/endpoints/configuration'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { PaymentMethodId } from '@hongyan/contract/ids'
import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { TradeType } from '@hongyan/contract/vocabulary/payment'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCard, numbers, tryCard } from '../../../../test/cards.ts'
import { inboxOf } from '../../../../test/inbox.ts'
import { deliverToInbox } from '../../../../test/deliveries.ts'
import { findings, deliverWebhooksWithin } from '../../../../test/payer.ts'
import { admit } from '../../../../test/book.ts'
import { type AccountChoice, newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { makeLinks } from './links.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const never = { enable: false, below: null, topup: null, pm_id: null }

/** An owner with a card, and a request that turns auto-recharge on. */
const newRequest = async (choice: AccountChoice = {}, number?: string) => {
  const owner = await world.account({ balance: '150', ...choice })
  const { id } = await addCard(owner, number)
  const topup = choice.partition === 'cn' ? '500' : '100'
  return { owner, body: { enable: true, below: '100', topup, pm_id: id, agreed: true } }
}
const readSettings = async (owner: SignedIn) => (await owner.call(configuration.sms)).acct_auto_recharge

describe('turning auto-recharge on', () => {
  test('returns the settings, which the configuration shows', async () => {
    const { owner, body } = await newRequest()
    expect(await readSettings(owner)).toEqual(never)
    const set = { enable: true, below: '100.000000', topup: '100.000000', pm_id: body.pm_id }
    expect(await owner.call(autoRecharge.set, { body })).toEqual(set)
    expect(await readSettings(owner)).toEqual(set)
  })

  test('stores the agreement with its time, address and text', async () => {
    const { owner, body } = await newRequest()
    await owner.call(autoRecharge.set, { body })
    const card = await world.db
      .selectFrom('payment_method')
      .select(['consent_at', 'consent_address', 'consent_text'])
      .where('account_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    expect(card).toEqual({
      consent_at: world.clock.now(),
      consent_address: '127.0.0.1',
      consent_text: limits.agreement,
    })
  })

  test.each([
    [{ agreed: false }, 'agreement_required', 'agreed'],
    [{ agreed: undefined }, 'agreement_required', 'agreed'],
    [{ below: undefined }, 'missing_params', 'below'],
    [{ topup: undefined }, 'missing_params', 'topup'],
    [{ pm_id: undefined }, 'missing_params', 'pm_id'],
    [{ below: '9.99' }, 'recharge_out_of_range', 'below'],
    [{ below: '2000.01' }, 'recharge_out_of_range', 'below'],
    [{ topup: '99.99' }, 'recharge_out_of_range', 'topup'],
    [{ topup: '5000.01' }, 'recharge_out_of_range', 'topup'],
    [{ topup: '１００' }, 'invalid_request', 'topup'],
    [{ below: '1,000' }, 'invalid_request', 'below'],
    [{ pm_id: 'card' }, 'invalid_request', 'pm_id'],
    [{ soon: true }, 'restricted_params', 'soon'],
  ])('with %o is refused with its field and changes nothing', async (change, code, field) => {
    const { owner, body } = await newRequest()
    const answer = await owner.ask(autoRecharge.set, { body: { ...body, ...change } })
    expect(answer).toMatchObject({ status: 400, body: { error: { code, field } } })
    expect(await readSettings(owner)).toEqual(never)
  })

  test('accepts the ends of the ranges and cuts decimals beyond two', async () => {
    const { owner, body } = await newRequest()
    for (const [below, topup] of [
      ['10', '100'],
      ['2000', '5000.009'],
    ] as const) {
      expect((await owner.ask(autoRecharge.set, { body: { ...body, below, topup } })).status).toBe(200)
    }
    expect(await readSettings(owner)).toMatchObject({ below: '2000.000000', topup: '5000.000000' })
  })

  test('of a mainland account needs at least 500', async () => {
    const { owner, body } = await newRequest({ partition: 'cn' })
    expect(await owner.ask(autoRecharge.set, { body: { ...body, topup: '499.99' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'recharge_out_of_range', field: 'topup' } },
    })
    expect((await owner.ask(autoRecharge.set, { body })).status).toBe(200)
  })

  test('with an unknown or pending card is refused', async () => {
    const { owner, body } = await newRequest()
    const pm_id = PaymentMethodId.parse('0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f')
    const unknown = await owner.ask(autoRecharge.set, { body: { ...body, pm_id } })
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'not_found', field: 'pm_id' } } })
    const pending = await addCard(owner, numbers.authenticatedOnce)
    const early = await owner.ask(autoRecharge.set, { body: { ...body, pm_id: pending.id } })
    expect(early).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', field: 'pm_id' } } })
  })

  test.each([
    [AccountStatus.Suspended, 'account_suspended'],
    [AccountStatus.AllPaymentBlocked, 'payments_blocked'],
    [AccountStatus.StripeBlocked, 'channel_blocked'],
  ])('while the status is %i is refused as %s, but turning it off is not', async (status, code) => {
    const { owner, body } = await newRequest()
    await owner.call(autoRecharge.set, { body })
    await world.db.updateTable('account').set({ status }).where('id', '=', owner.id).execute()
    expect(await owner.ask(autoRecharge.set, { body })).toMatchObject({ status: 403, body: { error: { code } } })
    expect(await owner.call(autoRecharge.set, { body: { enable: false } })).toMatchObject({ enable: false })
  })

  test.each([AccountStatus.PayPalBlocked, AccountStatus.AlipayBlocked, AccountStatus.WechatPayBlocked])(
    'while the status is %i, which does not concern cards, is accepted',
    async (status) => {
      const { owner, body } = await newRequest()
      await world.db.updateTable('account').set({ status }).where('id', '=', owner.id).execute()
      expect(await owner.call(autoRecharge.set, { body })).toMatchObject({ enable: true })
    },
  )
})

describe('turning auto-recharge off', () => {
  test('needs no other field and keeps the settings', async () => {
    const { owner, body } = await newRequest()
    const set = await owner.call(autoRecharge.set, { body })
    expect(await owner.call(autoRecharge.set, { body: { enable: false } })).toEqual({ ...set, enable: false })
    expect(await readSettings(owner)).toEqual({ ...set, enable: false })
  })

  test('ignores new amounts', async () => {
    const { owner, body } = await newRequest()
    const set = await owner.call(autoRecharge.set, { body })
    const off = await owner.call(autoRecharge.set, { body: { ...body, enable: false, below: '500' } })
    expect(off).toEqual({ ...set, enable: false })
  })

  test('changes nothing where it was never on', async () => {
    const owner = await world.account()
    expect(await owner.call(autoRecharge.set, { body: { enable: false } })).toEqual(never)
  })
})

test('the configuration accepts its unchanged value but cannot change it', async () => {
  const { owner, body } = await newRequest()
  const set = await owner.call(autoRecharge.set, { body })
  const save = (acct_auto_recharge: object) => owner.ask(configuration.saveSms, { body: { acct_auto_recharge } })
  expect((await save(set)).status).toBe(200)
  expect(await save({ ...set, enable: false })).toMatchObject({
    status: 400,
    body: { error: { code: 'restricted_params', field: 'acct_auto_recharge' } },
  })
  expect(await readSettings(owner)).toEqual(set)
})

test('the card of auto-recharge cannot be removed while it is on', async () => {
  const { owner, body } = await newRequest()
  await owner.call(autoRecharge.set, { body })
  const remove = () => owner.ask(paymentMethods.remove, { params: { id: body.pm_id } })
  expect(await remove()).toMatchObject({ status: 409, body: { error: { code: 'card_in_use' } } })
  await owner.call(autoRecharge.set, { body: { enable: false } })
  expect((await remove()).status).toBe(200)
})

describe('auto-recharge with the sandbox’s cards', () => {
  const round = async () => {
    await world.payments.pollCharges()
    await world.payments.recharges.recharging.round()
  }
  const fall = async (owner: SignedIn) => {
    await admit(world.pool, [{ account: owner.id, prices: [60_000_000n] }], world.clock.now())
    await round()
  }
  const chargesOf = async (owner: SignedIn) =>
    (await owner.call(transactions.list, { query: { type: TradeType.Charge } })).map(({ status, amount }) => [
      amount,
      status,
    ])
  const emailsTo = async ({ email }: SignedIn) => {
    await makeLinks(world.payments.recharges.links)
    await deliverToInbox(world)
    return (await inboxOf(world, email)).map(({ text }) => text)
  }
  const on = async (topup: string, number?: string) => {
    const { owner, body } = await newRequest({ balance: '150' }, number)
    await owner.call(autoRecharge.set, { body: { ...body, topup } })
    await fall(owner)
    return owner
  }
  const [Posted, Failed, Pending] = [1, 2, 0]

  test('charges the card when the balance falls, and the webhook credits nothing more', async () => {
    const owner = await on('100')
    expect((await chargesOf(owner))[0]).toEqual(['100.000000', Posted])
    await deliverWebhooksWithin(world, 5_000)
    await deliverWebhooksWithin(world, 5_000)
    expect((await chargesOf(owner)).filter(([amount]) => amount === '100.000000')).toHaveLength(1)
    expect((await owner.call(accounts.get)).balance_amount).toBe('190.000000')
  })

  test('credits a processing charge once, by its webhook or by a poll', async () => {
    const owner = await on('100.03')
    expect((await chargesOf(owner))[0]).toEqual(['100.030000', Pending])
    for (let times = 0; times < 4; times += 1) {
      await deliverWebhooksWithin(world, MINUTE)
      await round()
    }
    expect((await chargesOf(owner))[0]).toEqual(['100.030000', Posted])
    expect((await owner.call(accounts.get)).balance_amount).toBe('190.030000')
  })

  test.each([
    ['100.07', 'We will try again in 24 hours', true],
    ['100.08', 'Auto-recharge is now off', false],
    ['100.09', 'needs you to confirm a charge', true],
  ])('a charge of %s follows its plan', async (topup, words, enable) => {
    const owner = await on(topup)
    expect((await chargesOf(owner))[0]).toEqual([`${topup}0000`, Failed])
    expect((await emailsTo(owner))[0]).toContain(words)
    expect(await readSettings(owner)).toMatchObject({ enable })
  })

  test('retries a declined card three times and then turns itself off', async () => {
    const owner = await on('100', numbers.declinedLater)
    for (let days = 0; days < 3; days += 1) {
      expect(await emailsTo(owner)).toHaveLength(days + 1)
      expect(await readSettings(owner)).toMatchObject({ enable: true })
      world.clock.advance(24 * 60 * MINUTE)
      await round()
    }
    expect((await emailsTo(owner))[0]).toContain('Auto-recharge is now off')
    expect(await readSettings(owner)).toMatchObject({ enable: false })
  })

  test('does not retry a card that always requires authentication', async () => {
    const { owner, body } = await newRequest({ balance: '150' })
    const { body: added } = await tryCard(owner, numbers.authenticatedAlways)
    const { id, payload = '' } = paymentMethods.add.reply.parse(added)
    await fetch(`${payload}/confirm`, {
      method: 'POST',
      headers: { origin: new URL(payload).origin },
      redirect: 'manual',
    })
    await deliverWebhooksWithin(world, 5_000)
    await owner.call(autoRecharge.set, { body: { ...body, pm_id: id } })
    await fall(owner)
    expect((await emailsTo(owner))[0]).toMatch(/Pay within a day: http:\/\/\S+\/sandbox\/checkout\//)
    world.clock.advance(48 * 60 * MINUTE)
    await round()
    expect(await chargesOf(owner)).toHaveLength(3)
  })

  test('blocks the card after a dispute and charges nothing in its place', async () => {
    const owner = await on('100', numbers.disputed)
    expect((await chargesOf(owner))[0]).toEqual(['100.000000', Posted])
    for (let times = 0; times < 3; times += 1) await deliverWebhooksWithin(world, 5 * MINUTE)
    const { balance_amount, config } = await owner.call(accounts.get)
    expect([balance_amount, config.acct_status]).toEqual(['90.000000', AccountStatus.StripeBlocked])
    world.clock.advance(15 * MINUTE)
    await round()
    expect(await chargesOf(owner)).toHaveLength(2)
  })

  test('leaves both proofs of the ledger clean', async () => {
    expect(await findings(world)).toEqual([])
  })
})
