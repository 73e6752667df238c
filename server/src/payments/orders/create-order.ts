import type { topUp, TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits'
import { type Micros, parseMicros } from '@hongyan/contract/money'
import { AccountStatus, type Currency } from '@hongyan/contract/vocabulary/account'
import { channelsOf, isBlocked, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Insertable, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema, TopUpTable } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { lockLimits, writeLimits } from '../../limits/limits.ts'
import type { OpenedPayment, PaymentFailure, PaymentOrder } from '../../providers/payments/provider.ts'
import { type OfferedChannel, paymentOrder } from '../channels.ts'
import type { TopUpDeps } from '../deps.ts'
import { failOrder, insertOrder, keepAnswer, type OrderRow, type Payer, readPayer } from './store.ts'

export type Asked = z.output<typeof topUp.create.body>

/** A provider call is over by then: an order without an answer was given up. */
const UNANSWERED_AFTER = 60_000
const NEXT_ASKED_AFTER = 10_000

/**
 * Begins a top-up. The order's row is committed before the provider hears of it, so whatever the provider says later
 * finds it; an order that the provider did not take is failed.
 */
export async function beginTopUp(
  deps: TopUpDeps,
  account: AccountId,
  asked: Asked,
  locale: PaymentOrder['locale'],
): Promise<TopUpOrder> {
  const payer = await readPayer(deps.db, account)
  const channel = chosenChannel(deps, payer, asked)
  const amount = amountIn(payer.currency, asked.amount)
  return open(deps, account, channel, { ...asked, amount, locale })
}

/** An order as somebody else asks its owner to pay it. */
export interface AskedFor {
  readonly amount: Micros
  readonly locale: PaymentOrder['locale']
  /** Milliseconds from now. */
  readonly payableFor: number
}

/**
 * Opens a top-up by card of an amount that the owner did not type, such as one that auto-recharge could not charge; its
 * range is not asked for, because whoever asks has one of its own.
 */
export async function openCardTopUp(deps: TopUpDeps, account: AccountId, asked: AskedFor): Promise<TopUpOrder> {
  const { status, currency } = await readPayer(deps.db, account)
  const channel = deps.channels.get('stripe')
  if (channel === undefined || isBlocked(status, 'stripe')) throw new Refusal('channel_unavailable')
  return open(deps, account, channel, { ...asked, channel: 'stripe', currency })
}

/** An order whose money is for an invoice. */
export interface ForInvoice {
  readonly invoice: InvoiceId
  readonly channel: TopUpChannel
  readonly amount: Micros
}

/** Throws where an account may not pay by the channel; answers what stands behind it. */
export function offeredTo(deps: TopUpDeps, payer: Payer, channel: TopUpChannel): OfferedChannel {
  return chosenChannel(deps, payer, { channel, currency: payer.currency })
}

/** Opens an order for what is due on an invoice, whose amount has no range of its own; too many of them are refused as well. */
export async function openForInvoice(
  deps: TopUpDeps,
  account: AccountId,
  { locale, ...wanted }: ForInvoice & Pick<AskedFor, 'locale'>,
): Promise<TopUpOrder> {
  const payer = await readPayer(deps.db, account)
  const channel = offeredTo(deps, payer, wanted.channel)
  return open(deps, account, channel, { ...wanted, locale, currency: payer.currency })
}

/** Counts an order that is written down later in the transaction, before that locks anything else; too many are refused. */
export const countForInvoice = (
  tx: Transaction<Schema>,
  { clock }: Pick<TopUpDeps, 'clock'>,
  account: AccountId,
): Promise<void> => countOrder(tx, account, clock.now())

/** Writes down a counted order that a kept card is charged for: no channel knows it, so none is asked. */
export async function reserveForInvoice(
  tx: Transaction<Schema>,
  { clock }: Pick<TopUpDeps, 'clock'>,
  account: AccountId,
  { test, ...wanted }: ForInvoice & Pick<OrderRow, 'currency' | 'test'>,
): Promise<TopUpId> {
  const row = orderRow(account, wanted, test, clock.now())
  const { id } = await insertOrder(tx, { ...row, by_card: true, ask_at: null })
  return id
}

type NewOrder = Pick<OrderRow, 'channel' | 'currency'> &
  Pick<AskedFor, 'amount' | 'locale'> &
  Partial<Pick<AskedFor, 'payableFor'> & Pick<ForInvoice, 'invoice'>>

async function open(
  deps: TopUpDeps,
  account: AccountId,
  channel: OfferedChannel,
  wanted: NewOrder,
): Promise<TopUpOrder> {
  const provider = await channel.provider()
  const order = await commitOrder(deps, account, wanted, channel.test)
  const answer = await provider.open(paymentOrder(order, wanted.locale))
  if (answer.kind !== 'opened') return fail(deps, order, answer)
  return opened(deps, order, answer)
}

function chosenChannel(
  { channels }: TopUpDeps,
  payer: Payer,
  { channel, currency }: Pick<Asked, 'channel' | 'currency'>,
): OfferedChannel {
  if (payer.status === AccountStatus.AllPaymentBlocked) throw new Refusal('payments_blocked')
  if (currency !== payer.currency) throw new Refusal('invalid_request', { field: 'currency' })
  const offered = channels.get(channel)
  if (offered === undefined || !channelsOf(currency).includes(channel)) {
    throw new Refusal('channel_unavailable', { field: 'channel' })
  }
  if (isBlocked(payer.status, channel)) throw new Refusal('channel_blocked', { field: 'channel' })
  return offered
}

function amountIn(currency: Currency, amount: Micros | null): Micros {
  const { min, max } = limits.range[currency]
  const [least, most] = [parseMicros(min), parseMicros(max)]
  if (amount === null || least === null || most === null || amount < least || amount > most) {
    throw new Refusal('amount_out_of_range', { field: 'amount' })
  }
  return amount
}

async function commitOrder(
  { db, clock }: TopUpDeps,
  account: AccountId,
  wanted: NewOrder,
  test: boolean,
): Promise<OrderRow> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await countOrder(tx, account, now)
    return insertOrder(tx, orderRow(account, wanted, test, now))
  })
}

function orderRow(
  account: AccountId,
  { amount, channel, currency, invoice, payableFor = limits.payableFor }: Omit<NewOrder, 'locale'>,
  test: boolean,
  now: Date,
): Insertable<TopUpTable> {
  const later = (millis: number): Date => new Date(now.getTime() + millis)
  return {
    account_id: account,
    id: uuidv7(now) as TopUpId, // made to be one
    channel,
    currency,
    amount_micros: amount,
    invoice_id: invoice ?? null,
    test,
    created_at: now,
    expires_at: later(payableFor),
    ask_at: later(UNANSWERED_AFTER),
  }
}

async function countOrder(tx: Transaction<Schema>, account: AccountId, now: Date): Promise<void> {
  const { most, window } = limits.orders
  const windowStart = new Date(Math.floor(now.getTime() / window) * window)
  const retryAfter = Math.ceil((windowStart.getTime() + window - now.getTime()) / 1000)
  const claim = { account, key: 'topup.orders', windowStart, limit: BigInt(most), cost: 1n, retryAfter }
  const [used = 0n] = (await lockLimits(txOf(tx), [claim])).values()
  if (used >= claim.limit) throw new Refusal('too_many_orders', { retryAfter })
  await writeLimits(txOf(tx), [claim])
}

/** One that the provider may have heard of all the same is closed there by the look for lost webhooks. */
async function fail({ db, log }: TopUpDeps, order: OrderRow, { kind, reason }: PaymentFailure): Promise<never> {
  log.warn({ topUp: order.id, channel: order.channel, kind, reason }, 'a top-up could not be begun')
  await failOrder(db, order, kind === 'unreachable')
  throw new Refusal('payment_unreachable')
}

async function opened({ db, clock }: TopUpDeps, order: OrderRow, answer: OpenedPayment): Promise<TopUpOrder> {
  await keepAnswer(db, order, answer, new Date(clock.now().getTime() + NEXT_ASKED_AFTER))
  return { id: order.id, action: answer.action, payload: answer.payload }
}
