import { MINUTE } from '@hongyan/contract/durations'
import type { InvoiceId, PaymentMethodId } from '@hongyan/contract/ids'
import { decimalOf, micros } from '@hongyan/contract/money'
import { InvoiceStatus, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newIssuedInvoice } from '../../../../test/new-invoices.ts'
import { type ScriptedCards, newScriptedCards } from '../../../../test/scripted-cards.ts'
import { type InvoicePayer, newInvoicePayer } from '../../../../test/invoice-payer.ts'
import { type KillableProcess, newKillableProcess } from '../../../../test/killable-process.ts'
import { movesOf } from '../../../../test/moves.ts'
import { findings } from '../../../../test/payer.ts'
import { newRecharger } from '../../../../test/recharger.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { openKysely } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'
import { settleChargeEvent } from '../../../payments/charges/charge-card.ts'
import { declineOf } from './decline.ts'

const UNIT = 1_000_000n

let world: World
let dying: KillableProcess
let dyingDb: Kysely<Schema>
let cards: ScriptedCards
let invoicePayer: InvoicePayer
beforeAll(async () => {
  world = await newWorld()
  dying = newKillableProcess(world.databaseUrl)
  dyingDb = openKysely<Schema>(dying.pool)
})
beforeEach(() => {
  cards = newScriptedCards()
  invoicePayer = newInvoicePayer(world, cards.provider, world.db)
})
afterAll(async () => {
  await dying.pool.end()
  await world.close()
})

interface Debtor {
  readonly owner: SignedIn
  readonly id: InvoiceId
  readonly card: PaymentMethodId
}

/** An account that owes 100 for October and has a card. */
async function newDebtor(): Promise<Debtor> {
  const owner = await world.account({ balance: '0' })
  const id = await newIssuedInvoice(world, owner, 100n * UNIT)
  return { owner, id, card: await newRecharger(world, cards.provider).card(owner.id) }
}

const byCard = (
  { owner, id, card }: Debtor,
  units: bigint,
  { key, by = invoicePayer }: { key?: string; by?: InvoicePayer } = {},
) => by.pay(owner.id, id, { amount: micros(units * UNIT), channel: 'stripe', pm_id: card }, key)
const runAfter = async (millis: number) => {
  world.clock.advance(millis)
  await invoicePayer.pollDueCharges()
}
const invoiceOf = ({ id }: Debtor) =>
  world.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const paidOf = async (whose: Debtor) => decimalOf((await invoiceOf(whose)).paid_micros)
const ordersOf = ({ owner }: Debtor) =>
  world.db.selectFrom('top_up').selectAll().where('account_id', '=', owner.id).orderBy('id').execute()

test('a charge without a response is shown as pending, in a second tab too, and credited once its outcome is known', async () => {
  const payer = await newDebtor()
  cards.setResult('silently succeeds')
  const [one, other] = await Promise.all([byCard(payer, 60n), byCard(payer, 60n)])
  expect([one.action, one.payload, one.invoice.paid]).toEqual([null, null, '0.000000'])
  expect(other.id).toBe(one.id)
  expect(await byCard(payer, 40n)).toMatchObject({ id: one.id })
  await runAfter(20_000)
  expect([await paidOf(payer), cards.moved().length]).toEqual(['60.000000', 1])
  await runAfter(MINUTE)
  expect(await ordersOf(payer)).toMatchObject([{ status: TopUpStatus.Paid, auto: false }])
  expect(await findings(world)).toEqual([])
})

test('a webhook of a charge credits it once, also together with a poll', async () => {
  const payer = await newDebtor()
  cards.setResult('processes')
  const { id } = await byCard(payer, 100n)
  const [order] = await ordersOf(payer)
  const { engine } = world.payments
  const event = {
    kind: 'charge' as const,
    id: 'evt_1',
    attempt: id ?? '',
    amount: micros(100n * UNIT),
    currency: 'USD',
    charged: { kind: 'succeeded' as const, paymentId: `pi_${order?.id.replaceAll('-', '') ?? ''}` },
  }
  expect(await settleChargeEvent(engine, event)).toBe('charge')
  cards.complete()
  await runAfter(MINUTE)
  expect(await invoiceOf(payer)).toMatchObject({ status: InvoiceStatus.Paid })
  expect(await settleChargeEvent(engine, { ...event, attempt: payer.id })).toBe('unknown_charge')
  expect(await findings(world)).toEqual([])
})

test('a charge without a known outcome for a day is given up, and money that still arrives is credited', async () => {
  const payer = await newDebtor()
  cards.setResult({ kind: 'unreachable', reason: 'timeout' })
  await byCard(payer, 60n)
  await runAfter(23 * 60 * MINUTE + 1)
  const callsBefore = cards.calls.length
  await runAfter(60 * MINUTE)
  expect(cards.calls).toHaveLength(callsBefore)
  cards.setResult('succeeds')
  expect(await byCard(payer, 30n)).toMatchObject({ invoice: { paid: '30.000000' } })
})

test('a card payment retried with the same key after a kill at any moment pays once', async () => {
  const payer = await newDebtor()
  const mortal = newInvoicePayer(world, cards.provider, dyingDb)
  let paid = 0n
  for (let [after, survived] = [1, false]; !survived; after += 2) {
    const key = `after-${after}`
    const pay = async (by = invoicePayer) => void (await byCard(payer, 1n, { key, by }))
    survived = await dying.live(() => pay(mortal), { after, inFlight: after % 4 === 1 })
    await invoicePayer.endLeases()
    await pay()
    await runAfter(11 * MINUTE)
    await pay()
    paid += 1n
    const exactly = decimalOf(micros(paid * UNIT))
    expect([after, await paidOf(payer), cards.moved().length]).toEqual([after, exactly, Number(paid)])
  }
  expect(await findings(world)).toEqual([])
})

test('a balance payment retried with the same key after a kill at any moment pays once', async () => {
  const payer = await newDebtor()
  await movesOf(world.pool, payer.owner.id).credit(100n * UNIT, world.clock.now())
  const mortal = newInvoicePayer(world, cards.provider, dyingDb)
  const pay = (by: InvoicePayer, key: string) =>
    by.pay(payer.owner.id, payer.id, { amount: micros(UNIT), channel: 'balance', pm_id: undefined }, key)
  for (const [nr, after] of [3, 8, 11, 13, 14, 15, 16, 17, 18].entries()) {
    await dying.live(async () => void (await pay(mortal, `${after}`)), { after, inFlight: true })
    await invoicePayer.endLeases()
    await pay(invoicePayer, `${after}`)
    expect(await paidOf(payer)).toBe(decimalOf(micros(BigInt(nr + 1) * UNIT)))
  }
  expect(await findings(world)).toEqual([])
})

test.each([
  ['insufficient_funds', null, 'insufficient_funds'],
  ['expired_card', null, 'expired'],
  ['incorrect_cvc', null, 'card_data'],
  ['generic_decline', 'confirm_card_data', 'card_data'],
  ['generic_decline', 'try_again_later', 'try_later'],
  ['resource_missing', null, 'card_gone'],
  ['fraudulent', null, 'other_card'],
  ['lost_card', 'do_not_try_again', 'other_card'],
  ['stolen_card', null, 'other_card'],
])('a decline with code %s and advice %s is shown as %s', (code, advice, decline) => {
  expect(declineOf({ code, advice })).toBe(decline)
})
