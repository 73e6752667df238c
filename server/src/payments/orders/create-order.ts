import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import { type AccountId, type InvoiceId, TopUpId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import type { Micros } from '@hongyan/contract/money'
import { AccountStatus, type Currency } from '@hongyan/contract/vocabulary/account'
import {
  channelsOf,
  excludedMethods,
  isBlockedByAny,
  type TopUpChannel,
  TopUpStatus,
} from '@hongyan/contract/vocabulary/payment'
import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Purpose, TopUpTable } from '../../db/schema/payments.ts'
import { txOf } from '../../db/tx.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { CallKey } from '../../limits/answers.ts'
import { lockLimits, writeLimits } from '../../limits/limits.ts'
import type { OfferedChannel } from '../../providers/payments/offered.ts'
import type { OpenedPayment, PaymentFailure, PaymentOrder } from '../../providers/payments/provider.ts'
import { paymentOrder } from '../channels.ts'
import type { PaymentDeps } from '../deps.ts'
import { closeOrder } from '../poll-channel.ts'
import {
  claimToPoll,
  failOrder,
  findById,
  insertOrder,
  keepPaymentLink,
  type OrderKey,
  type OrderRow,
  type Payer,
  readPayer,
} from './store.ts'

export interface NewOrder {
  readonly purpose: Purpose
  readonly channel: TopUpChannel
  readonly currency: Currency
  readonly amount: Micros
  /** The invoice that the money is for. */
  readonly invoice?: InvoiceId
  /** Its number, which the payer reads at the channel. */
  readonly invoiceNumber?: string | null
  /** Milliseconds from now; an hour unless it is given. */
  readonly payableFor?: number
}

/** The call that creates an order: its language, and its Idempotency-Key. */
export interface OrderCall {
  readonly locale: PaymentOrder['locale']
  readonly key: CallKey
}

/** Longer than any provider call, so an order that still has no payment link will never get one. */
const UNANSWERED_AFTER = MINUTE
const FIRST_POLL_AFTER = 10 * SECOND

/** The channel, where it is offered to the payer; throws where it is not. */
export function offeredTo(
  { channels }: Pick<PaymentDeps, 'channels'>,
  payer: Payer,
  channel: TopUpChannel,
  currency: Currency = payer.currency,
): OfferedChannel {
  if (payer.blocks.includes(AccountStatus.AllPaymentBlocked)) throw new Refusal('payments_blocked')
  if (currency !== payer.currency) throw new Refusal('invalid_request', { field: 'currency' })
  const offered = channels.get(channel)
  if (offered === undefined || !channelsOf(payer.currency).includes(channel)) {
    throw new Refusal('channel_unavailable', { field: 'channel' })
  }
  if (isBlockedByAny(payer.blocks, channel)) throw new Refusal('channel_blocked', { field: 'channel' })
  return offered
}

/**
 * Creates an order and opens it at its channel. The row is committed before the channel receives it, so every later event
 * finds it. An order that the channel did not take is failed. A repeated call continues the order that its key names,
 * unless its page may offer a method that the account may not use.
 */
export async function createOrder(
  deps: PaymentDeps,
  account: AccountId,
  { provider: load, test }: OfferedChannel,
  { locale, key, ...wanted }: NewOrder & OrderCall,
): Promise<TopUpOrder> {
  const provider = await load()
  const { blocks } = await readPayer(deps.db, account)
  const excluded = excludedMethods(blocks)
  const earlier = key.earlier === null ? null : await continueOrder(deps, account, key.earlier, excluded)
  const order = earlier ?? (await commitOrder(deps, account, { ...wanted, test, key }))
  if (order.action !== null && order.payload !== null)
    return { id: order.id, action: order.action, payload: order.payload }
  const shown = { locale, invoice: wanted.invoiceNumber ?? null, excluded }
  const answer = await provider.open(paymentOrder(order, shown))
  if (answer.kind !== 'opened') return fail(deps, order, answer)
  return opened(deps, order, answer)
}

/**
 * Takes up the order of a call whose process ended before its response. Closes the one of Stripe's pages where a method
 * is blocked now, which may have been free when the page was opened; null where that order is closed.
 */
async function continueOrder(
  deps: PaymentDeps,
  account: AccountId,
  id: string,
  excluded: PaymentOrder['excluded'],
): Promise<OrderRow | null> {
  const known = TopUpId.parse(id)
  const found = await findById(deps.db, known)
  const order = found !== null && found.action !== null ? found : await claimOrder(deps, account, known)
  if (order.channel !== 'stripe' || order.status !== TopUpStatus.Open || excluded.length === 0) return order
  const state = await closeOrder(deps, order, TopUpStatus.Cancelled)
  if (state === null) throw new Refusal('payment_unreachable')
  return state.kind === 'closed' || state.kind === 'absent' ? null : order
}

/** Claims an order without a link. Throws where a poll has closed it meanwhile; the key is then free for a new order. */
async function claimOrder({ db, clock }: PaymentDeps, account: AccountId, id: TopUpId): Promise<OrderRow> {
  const [claimed] = await claimToPoll(db, account, [id], clock.now())
  if (claimed?.status !== TopUpStatus.Open) throw new Refusal('payment_unreachable')
  return claimed
}

/** Writes an order that a saved card is charged for. Its channel does not know the order and is not polled. */
export async function reserveOrder(
  tx: Transaction<Schema>,
  account: AccountId,
  wanted: NewOrder & Pick<OrderRow, 'test'>,
  now: Date,
): Promise<OrderKey> {
  return insertOrder(tx, { ...orderRow(account, wanted, now), by_card: true, poll_at: null })
}

/** Counts a new order against the account's limit, before the transaction locks anything else; throws beyond it. */
export async function countOrder(tx: Transaction<Schema>, account: AccountId, now: Date): Promise<void> {
  const { most, window } = limits.orders
  const windowStart = new Date(Math.floor(now.getTime() / window) * window)
  const retryAfter = Math.ceil((windowStart.getTime() + window - now.getTime()) / 1000)
  const claim = { account, key: 'topup.orders', windowStart, limit: BigInt(most), cost: 1n, retryAfter }
  const [used = 0n] = (await lockLimits(txOf(tx), [claim])).values()
  if (used >= claim.limit) throw new Refusal('too_many_orders', { retryAfter })
  await writeLimits(txOf(tx), [claim])
}

async function commitOrder(
  { db, clock }: PaymentDeps,
  account: AccountId,
  { key, ...wanted }: NewOrder & Pick<OrderRow, 'test'> & Pick<OrderCall, 'key'>,
): Promise<OrderRow> {
  const now = clock.now()
  const row = orderRow(account, wanted, now)
  return db.transaction().execute(async (tx) => {
    await key.name(txOf(tx), row.id)
    await countOrder(tx, account, now)
    return insertOrder(tx, row)
  })
}

function orderRow(account: AccountId, wanted: NewOrder & Pick<OrderRow, 'test'>, now: Date): Insertable<TopUpTable> {
  const { purpose, amount, channel, currency, invoice, payableFor = limits.payableFor, test } = wanted
  const later = (millis: number): Date => new Date(now.getTime() + millis)
  return {
    account_id: account,
    id: TopUpId.parse(uuidv7(now)),
    channel,
    currency,
    amount_micros: amount,
    auto: purpose === 'auto_recharge',
    invoice_id: invoice ?? null,
    test,
    created_at: now,
    expires_at: later(payableFor),
    poll_at: later(UNANSWERED_AFTER),
  }
}

/** Fails an order that could not be opened. If the channel may have received it, the next poll closes it there. */
async function fail({ db, log }: PaymentDeps, order: OrderRow, { kind, reason }: PaymentFailure): Promise<never> {
  log.warn({ topUp: order.id, channel: order.channel, kind, reason }, 'a top-up could not be begun')
  await failOrder(db, order, { keepPolling: kind === 'unreachable' })
  throw new Refusal(reason === 'payment_method_not_available' ? 'channel_blocked' : 'payment_unreachable')
}

async function opened({ db, clock }: PaymentDeps, order: OrderRow, answer: OpenedPayment): Promise<TopUpOrder> {
  await keepPaymentLink(db, order, answer, new Date(clock.now().getTime() + FIRST_POLL_AFTER))
  return { id: order.id, action: answer.action, payload: answer.payload }
}
