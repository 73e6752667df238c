import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { micros } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { TopUpStatus, TradeType, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fill } from '../../../../test/book.ts'
import { newOrderEvents } from '../../../../test/order-events.ts'
import { type ScriptedCards, newScriptedCards } from '../../../../test/scripted-cards.ts'
import { inboxOf, newestOf } from '../../../../test/inbox.ts'
import { deliverToInbox } from '../../../../test/deliveries.ts'
import { findings } from '../../../../test/payer.ts'
import { newRecharger, type Recharger, unit } from '../../../../test/recharger.ts'
import { statementFile } from '../../../../test/statement-file.ts'
import { type AccountChoice, newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { inTransaction } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { settleCharge, settleChargeEvent } from '../../../payments/charges/charge-card.ts'
import { pollDueCharges } from '../../../payments/charges/due-charges.ts'
import { findCharge } from '../../../payments/charges/store.ts'
import { settleUpdate } from '../../../payments/settlement/settle.ts'
import { createRecharging } from './rounds.ts'
import { setAutoRecharge } from './set.ts'
import { makeLinks } from './links.ts'

let world: World
let cards: ScriptedCards
let recharger: Recharger
beforeAll(async () => {
  world = await newWorld()
})
beforeEach(async () => {
  world.clock.set(new Date('2026-11-20T09:00:00Z'))
  cards = newScriptedCards()
  recharger = newRecharger(world, cards.provider)
  await world.pool.query('delete from recharge_due')
  await world.pool.query(`update card_charge set ended_at = begun_at, outcome = 'unknown' where ended_at is null`)
})
afterAll(() => world.close())

const round = () => recharger.round()
const runAfter = async (millis: number) => {
  world.clock.advance(millis)
  await round()
}
/** An owner with a balance of 150 whose auto-recharge adds 200 below 100. */
const owner = async (choice: AccountChoice = {}) => {
  const made = await world.account({ balance: '150', ...choice })
  await recharger.on(made.id)
  return made
}
const spend = ({ id }: SignedIn, units = 60n) => recharger.spend(id, units * unit)
const balanceOf = async ({ id }: SignedIn) => Number(await recharger.balance(id)) / Number(unit)
const chargesOf = ({ id }: SignedIn) =>
  world.db.selectFrom('card_charge').selectAll().where('account_id', '=', id).orderBy('id').execute()
const outcomesOf = async (whose: SignedIn) => (await chargesOf(whose)).map(({ outcome }) => outcome)
const settingsOf = ({ id }: SignedIn) =>
  world.db.selectFrom('auto_recharge').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow()
const dueOf = ({ id }: SignedIn) =>
  world.db.selectFrom('recharge_due').selectAll().where('account_id', '=', id).execute()
const setStatus = ({ id }: SignedIn, status: AccountStatus) =>
  world.db.updateTable('account').set({ status }).where('id', '=', id).execute()
const emailsTo = async ({ email }: SignedIn) => {
  await makeLinks(recharger.links)
  await deliverToInbox(world)
  const texts = (await inboxOf(world, email)).map(({ text }) => text)
  return texts.filter((text) => !text.startsWith('Your balance was recharged'))
}

describe('a balance that falls', () => {
  test('below the threshold is recharged, and listed as a charge', async () => {
    const payer = await owner()
    await spend(payer)
    await round()
    expect(await balanceOf(payer)).toBe(290)
    const [line] = await payer.call(transactions.list, { query: { type: TradeType.Charge } })
    expect(line).toMatchObject({
      type: TradeType.Charge,
      amount: '200.000000',
      channel: 'stripe',
      status: TransactionStatus.Posted,
    })
    expect(cards.calls).toMatchObject([{ account: payer.id, amount: 200n * unit, currency: 'USD', attempt: line?.id }])
    expect(await dueOf(payer)).toEqual([])
  })

  test('is listed as auto-recharge, in the list, in files and by a filter', async () => {
    const payer = await owner()
    await spend(payer)
    await round()
    const chosen = async (auto: 'true' | 'false') =>
      (await payer.call(transactions.list, { query: { type: TradeType.Charge, auto } })).map(
        ({ amount, description }) => [amount, description.auto],
      )
    expect(await chosen('true')).toEqual([['200.000000', true]])
    expect(await chosen('false')).toEqual([['150.000000', null]])
    expect(await statementFile(payer)).toMatch(/200\.000000.*Auto-recharge/)
  })

  test('to exactly the threshold is not recharged', async () => {
    const payer = await owner()
    await spend(payer, 50n)
    await round()
    expect(await chargesOf(payer)).toEqual([])
    await recharger.spend(payer.id, 1n)
    await round()
    expect(await outcomesOf(payer)).toEqual(['succeeded'])
  })

  test('is not recharged without auto-recharge', async () => {
    const other = await world.account({ balance: '150' })
    await spend(other)
    const payer = await owner()
    await recharger.off(payer.id)
    await spend(payer)
    expect([await dueOf(other), await dueOf(payer)]).toEqual([[], []])
  })

  test('fifty times at once is recharged once by fifty concurrent rounds', async () => {
    const payer = await owner()
    await Promise.all(Array.from({ length: 50 }, () => spend(payer, 2n)))
    expect(await dueOf(payer)).toHaveLength(1)
    const others = Array.from({ length: 49 }, () => newRecharger(world, cards.provider).round())
    await Promise.all([round(), ...others])
    expect(await outcomesOf(payer)).toEqual(['succeeded'])
    expect(cards.moved()).toHaveLength(1)
    expect(await balanceOf(payer)).toBe(250)
  })

  test('during a round is not missed', async () => {
    const payer = await owner()
    await spend(payer)
    await fill(world.pool, 'gift', payer.id, 100n * unit)
    let polling = Promise.resolve()
    await inTransaction(world.pool, async (tx) => {
      await ledger.lock(tx, [payer.id])
      const at = world.clock.now()
      const taken = { id: uuidv7(at), account: payer.id, amount: micros(95n * unit), count: 1 }
      await ledger.transfer(tx, [{ ...taken, from: 'gift', to: 'clearing' }], at)
      polling = round()
      await sleep(100)
    })
    await polling
    await round()
    expect(await balanceOf(payer)).toBe(295)
  })

  test('by a dispute is noticed, although the dispute blocks the card', async () => {
    const payer = await world.account({ balance: '60' })
    const orders = newOrderEvents(world)
    const order = await orders.paid(payer.id, 'stripe', '50')
    await recharger.on(payer.id)
    expect(await dueOf(payer)).toEqual([])
    await orders.settle(order, { kind: 'dispute_opened', disputeId: 'dp', amount: micros(50n * unit), currency: 'USD' })
    expect(await dueOf(payer)).toHaveLength(1)
    await round()
    expect(cards.calls).toEqual([])
  })

  test('again after it rose is recharged again', async () => {
    const payer = await owner()
    await spend(payer)
    await round()
    await runAfter(10 * MINUTE)
    await spend(payer, 200n)
    await round()
    expect(await outcomesOf(payer)).toEqual(['succeeded', 'succeeded'])
  })

  test('of an account with credit is recharged, and again where one charge was not enough', async () => {
    const payer = await owner({ credit_enabled: true, credit_micros: micros(10_000n * unit) })
    await spend(payer, 400n)
    await round()
    expect(await balanceOf(payer)).toBe(-50)
    await runAfter(9 * MINUTE)
    expect(await balanceOf(payer)).toBe(-50)
    await runAfter(MINUTE)
    expect(await balanceOf(payer)).toBe(150)
    await runAfter(HOUR)
    expect(await balanceOf(payer)).toBe(150)
  })
})

test('auto-recharge that is turned on below the threshold charges at once', async () => {
  const payer = await world.account({ balance: '20' })
  await recharger.on(payer.id)
  await round()
  expect(await balanceOf(payer)).toBe(220)
})

test('auto-recharge cannot be turned on with a card that the current provider does not have', async () => {
  const payer = await world.account()
  const pm_id = await recharger.card(payer.id)
  const real = { channel: 'stripe', test: false, takes: 'tokens', provider: async () => cards.provider } as const
  const settings = { enable: true, below: micros(100n * unit), topup: micros(200n * unit), pm_id, agreed: true }
  const whose = { account: payer.id, address: '192.0.2.7' }
  const set = setAutoRecharge({ ...recharger.deps, cards: { us: real, cn: real } }, whose, settings)
  await expect(set).rejects.toMatchObject({ code: 'invalid_request', field: 'pm_id' })
})

describe('caps', () => {
  /** Spends the whole balance every two minutes, for so many hours. */
  const spendEverything = async (payer: SignedIn, hours: number) => {
    for (let minute = 0; minute < hours * 60; minute += 2) {
      const all = await recharger.balance(payer.id)
      if (all > 0n) await recharger.spend(payer.id, all)
      await runAfter(2 * MINUTE)
    }
  }

  test('limit a day of attack traffic to three charges, and allow three on the next day', async () => {
    const payer = await owner()
    await spendEverything(payer, 14)
    expect(cards.moved().map(({ amount }) => amount)).toEqual([200n * unit, 200n * unit, 200n * unit])
    expect((await emailsTo(payer)).filter((text) => text.includes('reached its limit for today'))).toHaveLength(1)
    await spendEverything(payer, 2)
    expect(cards.moved()).toHaveLength(6)
    const begun = (await chargesOf(payer)).map(({ begun_at }) => begun_at.getTime())
    for (const [nr, at] of begun.slice(1).entries()) expect(at - (begun[nr] ?? 0)).toBeGreaterThanOrEqual(10 * MINUTE)
  })

  test('are notified once a day, also where the owner saves the settings again', async () => {
    const payer = await owner()
    await spendEverything(payer, 1)
    await recharger.on(payer.id)
    await round()
    expect(cards.moved()).toHaveLength(3)
    expect((await emailsTo(payer)).filter((text) => text.includes('reached its limit for today'))).toHaveLength(1)
  })

  test('raise a new account to the level of a paying one', async () => {
    const payer = await owner({ level: 0 })
    await spendEverything(payer, 1)
    const { rows } = await world.pool.query('select level from account where id = $1', [payer.id])
    expect(rows).toEqual([{ level: 1 }])
  })

  test('count days in the account’s time zone', async () => {
    world.clock.set(new Date('2026-11-20T15:00:00Z'))
    const payer = await owner({ time_zone: 'Asia/Shanghai' })
    await spendEverything(payer, 0.9)
    expect(cards.moved()).toHaveLength(3)
    await spendEverything(payer, 0.5)
    expect(cards.moved().length).toBeGreaterThan(3)
  })

  test('limit a day to three times the amount, also after the amount was lowered', async () => {
    const payer = await world.account({ balance: '150' })
    await recharger.on(payer.id, 100n, 1_000n)
    await spend(payer)
    await round()
    await recharger.on(payer.id, 2_000n, 100n)
    await runAfter(10 * MINUTE)
    await runAfter(10 * HOUR)
    expect(cards.moved()).toHaveLength(1)
    await runAfter(6 * HOUR)
    expect(cards.moved().map(({ amount }) => amount)).toEqual([1_000n * unit, 100n * unit])
  })
})

describe('while', () => {
  test.each([AccountStatus.Suspended, AccountStatus.AllPaymentBlocked, AccountStatus.StripeBlocked])(
    'the status is %i nothing is charged, and afterwards it goes on',
    async (status) => {
      const payer = await owner()
      await setStatus(payer, status)
      await spend(payer)
      await round()
      await runAfter(5 * MINUTE)
      expect(cards.calls).toEqual([])
      await setStatus(payer, AccountStatus.Ok)
      await runAfter(2 * MINUTE)
      expect(await balanceOf(payer)).toBe(290)
    },
  )

  test('a charge is pending no other begins, and auto-recharge that the owner turns off meanwhile stays off', async () => {
    const payer = await owner()
    cards.setResult('processes')
    await spend(payer)
    await round()
    await spend(payer, 90n)
    await runAfter(15 * MINUTE)
    expect(await outcomesOf(payer)).toEqual([null])
    await recharger.off(payer.id)
    cards.complete()
    await runAfter(10 * MINUTE)
    expect(await outcomesOf(payer)).toEqual(['succeeded'])
    expect(await balanceOf(payer)).toBe(200)
    await spend(payer, 150n)
    await runAfter(HOUR)
    expect(cards.calls).toHaveLength(1)
    expect(await emailsTo(payer)).toEqual([])
  })
})

describe('a provider without a response', () => {
  test('gets retries of the same charge until it responds, and the money is credited once', async () => {
    const payer = await owner()
    cards.setResult('silently succeeds')
    await spend(payer)
    await round()
    expect(await balanceOf(payer)).toBe(90)
    await runAfter(MINUTE)
    await runAfter(MINUTE)
    expect(
      new Set(cards.calls.map((charge) => JSON.stringify({ ...charge, amount: String(charge.amount) }))).size,
    ).toBe(1)
    expect(cards.calls).toHaveLength(2)
    expect(await balanceOf(payer)).toBe(290)
  })

  test('that charges only at the retry charges once', async () => {
    const payer = await owner()
    cards.setResult({ kind: 'unreachable', reason: 'timeout' })
    await spend(payer)
    await round()
    await runAfter(MINUTE)
    cards.setResult('succeeds')
    await runAfter(MINUTE)
    await runAfter(MINUTE)
    expect(cards.moved()).toHaveLength(1)
    expect(await balanceOf(payer)).toBe(290)
  })

  test('for 23 hours gets no more retries, and money that still arrives is credited', async () => {
    const payer = await owner()
    cards.setResult({ kind: 'unreachable', reason: 'timeout' })
    await spend(payer)
    await round()
    await runAfter(23 * HOUR + MINUTE)
    expect(await outcomesOf(payer)).toEqual(['unknown'])
    const [attempt] = await chargesOf(payer)
    if (attempt === undefined) throw new Error('there is a try')
    const event = {
      kind: 'charge',
      id: 'evt_late',
      attempt: attempt.id,
      amount: micros(200n * unit),
      currency: 'USD',
    } as const
    await settleChargeEvent(recharger.deps, {
      ...event,
      amount: event.amount,
      charged: { kind: 'succeeded', paymentId: 'pi_late' },
    })
    expect(await outcomesOf(payer)).toEqual(['succeeded'])
    expect(await balanceOf(payer)).toBe(290)
  })

  test('is the only provider to be retried, even when another one holds cards by then', async () => {
    const payer = await owner()
    cards.setResult({ kind: 'unreachable', reason: 'timeout' })
    await spend(payer)
    await round()
    const real = { channel: 'stripe', test: false, takes: 'tokens', provider: async () => cards.provider } as const
    world.clock.advance(MINUTE)
    await pollDueCharges({ ...recharger.deps, cards: { us: real, cn: real } })
    expect(cards.calls).toHaveLength(1)
    cards.setResult('succeeds')
    await runAfter(MINUTE)
    expect(await balanceOf(payer)).toBe(290)
  })

  test('that returned a payment id is polled by that id for a week', async () => {
    const payer = await owner()
    cards.setResult('processes')
    await spend(payer)
    await round()
    await runAfter(7 * 24 * HOUR)
    expect(await outcomesOf(payer)).toEqual([null])
    await runAfter(5 * MINUTE)
    expect(await outcomesOf(payer)).toEqual(['unknown'])
    expect(cards.calls).toHaveLength(1)
  })

  test('that refuses a retry leaves the first request unknown', async () => {
    const payer = await owner()
    cards.setResult({ kind: 'unreachable', reason: 'timeout' })
    await spend(payer)
    await round()
    cards.setResult({ kind: 'refused', reason: 'resource_missing' })
    await runAfter(MINUTE)
    expect(await outcomesOf(payer)).toEqual([null])
  })
})

describe('a process that is killed', () => {
  test('after the provider charged loses nothing: a retry credits the payment once', async () => {
    const payer = await owner()
    await spend(payer)
    const dying = newRecharger(world, cards.provider)
    const { purposes } = dying.deps
    const dies = { ...purposes.auto_recharge, paid: async () => Promise.reject(new Error('killed')) }
    await createRecharging({ ...dying.deps, purposes: { ...purposes, auto_recharge: dies } }).round()
    expect(cards.moved()).toHaveLength(1)
    expect(await balanceOf(payer)).toBe(90)
    await runAfter(MINUTE)
    await runAfter(MINUTE)
    expect(cards.moved()).toHaveLength(1)
    expect([await balanceOf(payer), await outcomesOf(payer)]).toEqual([290, ['succeeded']])
  })

  test('between the credit and the end of its charge, in an older version, leaves a charge that ends without a second credit', async () => {
    const payer = await owner()
    cards.setResult('silently succeeds')
    await spend(payer)
    await round()
    const [attempt] = await chargesOf(payer)
    if (attempt === undefined) throw new Error('there is a try')
    const paymentId = `pi_${attempt.id.replaceAll('-', '')}`
    const update = { kind: 'paid', amount: micros(200n * unit), currency: 'USD', paymentId } as const
    expect(await settleUpdate(recharger.deps, attempt, { id: 'charged:pi', update })).toBe('credited')
    expect(await outcomesOf(payer)).toEqual(['succeeded'])
    const asBefore = { outcome: null, ended_at: null, payment_id: null }
    await world.db.updateTable('card_charge').set(asBefore).where('id', '=', attempt.id).execute()
    await runAfter(MINUTE)
    expect([await balanceOf(payer), await outcomesOf(payer)]).toEqual([290, ['succeeded']])
  })
})

describe('a webhook', () => {
  const event = (attempt: string, change: object = {}) =>
    ({
      kind: 'charge',
      id: 'evt_1',
      attempt,
      amount: micros(200n * unit),
      currency: 'USD',
      charged: { kind: 'succeeded', paymentId: 'pi_1' },
      ...change,
    }) as const

  test('of success credits the charge once, also together with the response and when repeated', async () => {
    const payer = await owner()
    cards.setResult('processes')
    await spend(payer)
    await round()
    const [attempt] = await chargesOf(payer)
    const id = attempt?.id ?? ''
    const paymentId = attempt?.payment_id ?? ''
    const received = event(id, { charged: { kind: 'succeeded', paymentId } })
    cards.complete()
    await Promise.all([
      settleChargeEvent(recharger.deps, received),
      settleChargeEvent(recharger.deps, received),
      runAfter(MINUTE),
    ])
    expect(
      await settleChargeEvent(recharger.deps, event(id, { id: 'evt_2', charged: { kind: 'succeeded', paymentId } })),
    ).toBe('charge')
    expect([await balanceOf(payer), await outcomesOf(payer)]).toEqual([290, ['succeeded']])
  })

  test('of another amount or currency credits nothing', async () => {
    const payer = await owner()
    cards.setResult('processes')
    await spend(payer)
    await round()
    const id = (await chargesOf(payer))[0]?.id ?? ''
    await settleChargeEvent(recharger.deps, event(id, { amount: micros(300n * unit) }))
    await settleChargeEvent(recharger.deps, event(id, { id: 'evt_3', currency: 'EUR' }))
    expect([await balanceOf(payer), await outcomesOf(payer)]).toEqual([90, [null]])
  })

  test('of a decline ends the charge once by its plan, and a later poll changes nothing', async () => {
    const payer = await owner()
    cards.setResult('processes')
    await spend(payer)
    await round()
    const received = event((await chargesOf(payer))[0]?.id ?? '', { charged: declined('lost_card') })
    await Promise.all([settleChargeEvent(recharger.deps, received), settleChargeEvent(recharger.deps, received)])
    await runAfter(10 * MINUTE)
    expect(await outcomesOf(payer)).toEqual(['declined'])
    expect(await settingsOf(payer)).toMatchObject({ enabled: false })
    expect(await emailsTo(payer)).toHaveLength(1)
  })

  test.each(['0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f', 'order 7'])(
    'about the unknown attempt %s is ignored',
    async (attempt) => {
      expect(await settleChargeEvent(recharger.deps, event(attempt))).toBe('unknown_charge')
    },
  )
})

const declined = (code: string, advice: string | null = null) =>
  ({ kind: 'declined', code, advice, paymentId: null }) as const

describe('a charge that the bank declined', () => {
  test('for insufficient funds is retried after a day, three times with a notice each, and then turns auto-recharge off', async () => {
    const payer = await owner()
    cards.setResult(declined('insufficient_funds', 'try_again_later'))
    await spend(payer)
    await round()
    for (let day = 0; day < 5; day += 1) {
      await emailsTo(payer)
      await runAfter(23 * HOUR)
      expect(cards.calls).toHaveLength(Math.min(day + 1, 4))
      await runAfter(HOUR)
    }
    expect(await outcomesOf(payer)).toEqual(['declined', 'declined', 'declined', 'declined'])
    expect(await settingsOf(payer)).toMatchObject({ enabled: false })
    const texts = await emailsTo(payer)
    expect(texts.filter((text) => text.includes('We will try again in 24 hours'))).toHaveLength(3)
    expect(texts.filter((text) => text.includes('Auto-recharge is now off'))).toHaveLength(1)
    expect(texts).toHaveLength(4)
    expect(await payer.call(audit.list, { query: { actor: 'system' } })).toMatchObject([
      { action: 'autoRecharge.switchOff', changes: [{ field: 'enable', before: 'true', after: 'false' }] },
    ])
  })

  test('is not retried sooner because the balance rises and falls meanwhile', async () => {
    const payer = await owner()
    cards.setResult(declined('insufficient_funds'))
    await spend(payer)
    await round()
    await fill(world.pool, 'gift', payer.id, 100n * unit)
    await runAfter(HOUR)
    await spend(payer, 100n)
    await runAfter(HOUR)
    expect(cards.calls).toHaveLength(1)
    cards.setResult('succeeds')
    await runAfter(22 * HOUR)
    expect(await balanceOf(payer)).toBe(290)
  })

  test('and succeeded a day later has three retries again the next time', async () => {
    const payer = await owner()
    cards.setResult(declined('insufficient_funds'))
    await spend(payer)
    await round()
    expect(await settingsOf(payer)).toMatchObject({ put_off: 1 })
    cards.setResult('succeeds')
    await runAfter(24 * HOUR)
    expect(await balanceOf(payer)).toBe(290)
    expect(await settingsOf(payer)).toMatchObject({ put_off: 0 })
  })

  test('delays no further charge once the owner saved again, also where the balance is above the threshold by then', async () => {
    const payer = await owner()
    cards.setResult(declined('insufficient_funds'))
    await spend(payer)
    await round()
    await fill(world.pool, 'gift', payer.id, 100n * unit)
    cards.setResult('succeeds')
    await recharger.on(payer.id)
    await runAfter(HOUR)
    await spend(payer, 100n)
    await round()
    expect(await balanceOf(payer)).toBe(290)
  })

  test.each(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'do_not_honor', 'expired_card'])(
    'as %s turns auto-recharge off without showing the reason',
    async (code) => {
      const payer = await owner()
      cards.setResult(declined(code))
      await spend(payer)
      await round()
      await runAfter(48 * HOUR)
      expect(cards.calls).toHaveLength(1)
      expect(await settingsOf(payer)).toMatchObject({ enabled: false })
      const texts = await emailsTo(payer)
      expect(texts).toHaveLength(1)
      expect(texts[0]).toContain('your bank declined $200.00')
      expect(texts[0]).not.toMatch(/fraud|stolen|lost|honou?r|expired/i)
      const [line] = await payer.call(transactions.list, { query: { type: TradeType.Charge } })
      expect(line).toMatchObject({ status: TransactionStatus.Failed, amount: '200.000000' })
      expect(JSON.stringify(line)).not.toContain(code)
    },
  )

  test('with the advice to confirm its data notifies the owner to check the card', async () => {
    const payer = await owner()
    cards.setResult(declined('incorrect_number', 'confirm_card_data'))
    await spend(payer)
    await round()
    expect(await settingsOf(payer)).toMatchObject({ enabled: false })
    expect((await emailsTo(payer))[0]).toContain('Check the card number and expiration date')
  })

  test('does not turn off an auto-recharge that its owner meanwhile saved with another card', async () => {
    const payer = await owner()
    cards.setResult('processes')
    await spend(payer)
    await round()
    const other = await recharger.on(payer.id)
    const [attempt] = await chargesOf(payer)
    const row = attempt && (await findCharge(world.db, attempt.id))
    if (!row) throw new Error('there is a try')
    await settleCharge(recharger.deps, row, declined('lost_card'))
    expect(await settingsOf(payer)).toMatchObject({ enabled: true, pm_id: other })
    cards.setResult('succeeds')
    await runAfter(10 * MINUTE)
    expect(await balanceOf(payer)).toBe(290)
    expect(await emailsTo(payer)).toEqual([])
  })

  test('is notified in Chinese for a mainland account, and by text message without an email address', async () => {
    const payer = await world.account({ partition: 'cn', balance: '150' })
    await recharger.on(payer.id, 100n, 500n)
    const phone = '+12065550188'
    const other = await owner({ email: null, phone })
    cards.setResult(declined('lost_card'))
    await Promise.all([spend(payer), spend(other)])
    await round()
    expect((await emailsTo(payer))[0]).toContain('自动充值 ¥500.00 时银行拒绝了扣款，自动充值已关闭')
    expect((await newestOf(world, phone)).text).toContain('$200.00')
  })
})

describe('a charge that requires authentication', () => {
  const asked = async () => {
    const payer = await owner()
    cards.setResult({ kind: 'authentication_required', paymentId: null })
    await spend(payer)
    await round()
    return payer
  }

  test('is not retried, and the owner gets a link to pay the amount', async () => {
    const payer = await asked()
    await spend(payer, 10n)
    await runAfter(HOUR)
    expect(cards.calls).toHaveLength(1)
    const texts = await emailsTo(payer)
    expect(texts).toHaveLength(1)
    const link = /https?:\S+/.exec(texts[0] ?? '')?.[0] ?? ''
    const page = await fetch(link)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('200.00')
    expect(await settingsOf(payer)).toMatchObject({ enabled: true, paused_at: expect.any(Date) })
  })

  test('pauses auto-recharge until the owner paid', async () => {
    const payer = await asked()
    await emailsTo(payer)
    const [order] = await world.db
      .selectFrom('top_up')
      .selectAll()
      .where('account_id', '=', payer.id)
      .where('auto', '=', false)
      .execute()
    if (order === undefined) throw new Error('the link is one to an order')
    await world.payments.sandbox?.pay(new URL(order.payload ?? '').pathname.split('/').at(-1) ?? '')
    await runAfter(MINUTE)
    await payer.call(topUp.check, { query: {}, body: { id: [order.id], channel: 'stripe' } })
    expect(await balanceOf(payer)).toBe(290)
    await runAfter(MINUTE - 1)
    expect(await settingsOf(payer)).toMatchObject({ paused_at: expect.any(Date) })
    await runAfter(1)
    expect(await settingsOf(payer)).toMatchObject({ enabled: true, paused_at: null })
    cards.setResult('succeeds')
    await runAfter(10 * MINUTE)
    await spend(payer, 200n)
    await round()
    expect(await balanceOf(payer)).toBe(290)
  })

  test('pauses auto-recharge even when an earlier charge succeeds late', async () => {
    const payer = await owner()
    cards.setResult({ kind: 'unreachable', reason: 'timeout' })
    await spend(payer)
    await round()
    const [early] = await chargesOf(payer)
    if (early === undefined) throw new Error('there is a try')
    await runAfter(23 * HOUR + MINUTE)
    cards.setResult({ kind: 'authentication_required', paymentId: null })
    await runAfter(24 * HOUR)
    expect(await outcomesOf(payer)).toEqual(['unknown', 'authentication_required'])
    world.clock.advance(MINUTE)
    const update = { kind: 'paid', amount: micros(200n * unit), currency: 'USD', paymentId: 'pi_late' } as const
    expect(await settleUpdate(recharger.deps, early, { id: 'evt_late', update })).toBe('credited')
    await runAfter(MINUTE)
    expect(await settingsOf(payer)).toMatchObject({ paused_at: expect.any(Date) })
  })

  test('pauses auto-recharge until the owner saved again', async () => {
    const payer = await asked()
    cards.setResult('succeeds')
    await recharger.on(payer.id)
    await runAfter(10 * MINUTE)
    expect(await balanceOf(payer)).toBe(290)
  })
})

test('a removed card is notified and turns auto-recharge off', async () => {
  const payer = await owner()
  await world.db
    .updateTable('payment_method')
    .set({ removed_at: world.clock.now() })
    .where('account_id', '=', payer.id)
    .execute()
  await spend(payer)
  await round()
  expect(cards.calls).toEqual([])
  expect(await settingsOf(payer)).toMatchObject({ enabled: false })
  expect((await emailsTo(payer))[0]).toContain('the card was removed')
})

test('a card that its provider no longer has is notified and turns auto-recharge off', async () => {
  const payer = await owner()
  cards.setResult({ kind: 'refused', reason: 'resource_missing' })
  await spend(payer)
  await round()
  expect(await settingsOf(payer)).toMatchObject({ enabled: false })
  expect((await emailsTo(payer))[0]).toContain('the card was removed')
})

test('a charge of auto-recharge cannot be cancelled, and a check of it returns its state', async () => {
  const payer = await owner()
  cards.setResult('processes')
  await spend(payer)
  await round()
  const id = (await chargesOf(payer))[0]?.id
  expect((await payer.ask(topUp.cancel, { params: { id } })).status).toBe(404)
  const check = () => payer.ask(topUp.check, { body: { id: [id], channel: 'stripe' } })
  expect(await check()).toMatchObject({ status: 200, body: { status: TopUpStatus.Open } })
  const orders = await world.db.selectFrom('top_up').selectAll().where('account_id', '=', payer.id).execute()
  expect(orders.map(({ polled_at }) => polled_at)).toEqual([null])
  cards.complete()
  await runAfter(MINUTE)
  expect(await check()).toMatchObject({ status: 200, body: { status: TopUpStatus.Paid } })
  expect((await payer.call(accounts.get)).balance_amount).toBe('290.000000')
})

test('auto-recharge leaves both proofs of the ledger clean', async () => {
  expect(await findings(world)).toEqual([])
})
