import type { InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { PaymentMethodId } from '@hongyan/contract/ids'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Selectable, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { PaymentMethodTable } from '../../../db/schema/payment-methods.ts'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { beginCharge, chargeCard } from '../../../payments/charges/charge-card.ts'
import { type ChargeRow, findInFlight, readCharge } from '../../../payments/charges/store.ts'
import { noKey } from '../../../limits/answers.ts'
import { countOrder, createOrder, offeredTo } from '../../../payments/orders/create-order.ts'
import type { OfferedCards } from '../../../providers/payments/cards.ts'
import type { Customer } from './customer.ts'
import { declineOf } from './decline.ts'
import type { InvoicesDeps, PaymentRequest } from './deps.ts'
import { checkedAmount, lockPayable } from './payable.ts'
import { presentInvoice } from './present.ts'
import { ownInvoice } from './reading.ts'

/**
 * Charges a saved card now. An invoice has one charge in flight at a time: a second call meanwhile returns the state of
 * the first one.
 */
export async function payByCard(
  deps: InvoicesDeps,
  request: PaymentRequest,
  card: PaymentMethodId,
): Promise<InvoicePaid> {
  const offered = deps.cards[request.customer.partition]
  if (offered === null) throw new Refusal('channel_unavailable', { field: 'channel' })
  const { charge, begun } = await deps.db.transaction().execute((tx) => begin(tx, deps, request, offered, card))
  if (!begun) return presentCharge(deps, request, charge)
  await chargeCard(deps, charge)
  return presentCharge(deps, request, await readCharge(deps.db, charge))
}

async function begin(
  tx: Transaction<Schema>,
  { clock }: InvoicesDeps,
  { customer, invoice: id, amount, key }: PaymentRequest,
  { channel, test }: OfferedCards,
  card: PaymentMethodId,
): Promise<{ readonly charge: ChargeRow; readonly begun: boolean }> {
  const { account, currency } = customer
  const now = clock.now()
  await countOrder(tx, account, now)
  const invoice = await lockPayable(tx, account, id)
  const before = await findInFlight(tx, account, id)
  if (before !== null) return { charge: before, begun: false }
  checkedAmount(invoice, amount)
  const { customer: holder, remote_id } = await findCard(tx, customer, card, test)
  const order = { purpose: 'invoice', channel, amount, currency, invoice: id, test } as const
  const charge = await beginCharge(tx, account, order, { pm_id: card, customer: holder, card: remote_id }, now)
  await key.name(txOf(tx), charge.id)
  return { charge, begun: true }
}

async function findCard(
  tx: Transaction<Schema>,
  { account }: Customer,
  id: PaymentMethodId,
  test: boolean,
): Promise<Selectable<PaymentMethodTable>> {
  const card = await tx
    .selectFrom('payment_method')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('test', '=', test)
    .where('status', '=', PaymentMethodStatus.Active)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (card === undefined) throw new Refusal('not_found', { field: 'pm_id' })
  return card
}

/**
 * The response of a charge: a decline by its class, the channel's page where the bank wants an authentication, and the
 * order to check where the outcome is not known yet.
 */
export async function presentCharge(
  deps: InvoicesDeps,
  { customer, invoice, locale }: Pick<PaymentRequest, 'customer' | 'invoice' | 'locale'>,
  charge: ChargeRow,
): Promise<InvoicePaid> {
  const { outcome, id } = charge
  if (outcome === 'declined' || outcome === 'refused')
    throw new Refusal('payment_failed', { details: { decline: declineOf(charge) } })
  const { account, today } = customer
  const next =
    outcome === 'authentication_required'
      ? await openAuthentication(deps, { customer, invoice, locale }, charge)
      : { id, action: null, payload: null }
  return { invoice: presentInvoice(await ownInvoice(deps.db, account, invoice), today), ...next }
}

/** Opens the channel's page, on which the holder authenticates and pays. */
async function openAuthentication(
  deps: InvoicesDeps,
  { customer, invoice, locale }: Pick<PaymentRequest, 'customer' | 'invoice' | 'locale'>,
  { amount, currency }: ChargeRow,
) {
  const offered = offeredTo(deps, customer, 'stripe')
  const { number: invoiceNumber } = await ownInvoice(deps.db, customer.account, invoice)
  const order = { purpose: 'invoice', channel: 'stripe', amount, currency, invoice, invoiceNumber, locale } as const
  return createOrder(deps, customer.account, offered, { ...order, key: noKey })
}
