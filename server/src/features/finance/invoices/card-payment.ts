import type { InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId, PaymentMethodId } from '@hongyan/contract/ids'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Selectable, Transaction } from 'kysely'
import type { PaymentMethodTable, Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { OfferedCards } from '../../../providers/payments/cards.ts'
import { askCharge } from './charge-ask.ts'
import { type ChargeRow, findInFlight, findKey, insertCharge, keepKey, readCharge } from './charge-store.ts'
import type { Customer } from './customer.ts'
import { declineOf } from './decline.ts'
import { amountOf, lockPayable } from './payable.ts'
import type { AskedPayment, InvoicesDeps } from './paying-deps.ts'
import { presentInvoice } from './present.ts'
import { ownInvoice } from './reading.ts'

/** A provider call is over by then: a charge without an answer is asked for again. */
const UNANSWERED_AFTER = 20_000

/**
 * Charges a kept card now. The charge is written down before its provider hears of it, under an id that makes every
 * further try the same charge; one at a time for an invoice, so whoever asks again meanwhile is told of that one.
 */
export async function payByCard(deps: InvoicesDeps, call: AskedPayment, card: PaymentMethodId): Promise<InvoicePaid> {
  const offered = deps.cards[call.customer.partition]
  if (offered === null) throw new Refusal('channel_unavailable', { field: 'channel' })
  const { charge, begun } = await deps.db.transaction().execute((tx) => begin(tx, deps, call, offered, card))
  return tellCharge(deps, call, begun ? await askCharge(deps, charge) : charge)
}

async function begin(
  tx: Transaction<Schema>,
  deps: InvoicesDeps,
  { customer, invoice: id, amount, key }: AskedPayment,
  { channel, test }: OfferedCards,
  card: PaymentMethodId,
): Promise<{ readonly charge: ChargeRow; readonly begun: boolean }> {
  const { account, currency } = customer
  await deps.pay.count(tx, account)
  const invoice = await lockPayable(tx, account, id)
  const before = (await begunBy(tx, account, id, key)) ?? (await findInFlight(tx, account, id))
  if (before !== null) return { charge: before, begun: false }
  amountOf(invoice, amount)
  const kept = await findCard(tx, customer, card, test)
  const topUp = await deps.pay.reserve(tx, account, { channel, amount, currency, invoice: id, test })
  const charge = { account_id: account, id: topUp }
  const now = deps.clock.now()
  await insertCharge(tx, {
    ...charge,
    invoice_id: id,
    pm_id: card,
    customer: kept.customer,
    card: kept.remote_id,
    begun_at: now,
    ask_at: new Date(now.getTime() + UNANSWERED_AFTER),
  })
  await keepKey(tx, account, id, key, topUp)
  return { charge: await readCharge(tx, charge), begun: true }
}

/** What the same call began whose answer was lost; its commit may have come while this one waited. */
async function begunBy(
  tx: Transaction<Schema>,
  account: AccountId,
  invoice: InvoiceId,
  key: string | null,
): Promise<ChargeRow | null> {
  const found = key === null ? null : await findKey(tx, account, invoice, key)
  const id = found?.top_up_id ?? null
  return id === null ? null : readCharge(tx, { account_id: account, id })
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
 * What its payer is told of a charge: a no in words that help, the page of the channel where the bank wants to see the
 * holder, and where nobody knows yet the order to ask for.
 */
export async function tellCharge(
  deps: InvoicesDeps,
  { customer, invoice, locale }: Pick<AskedPayment, 'customer' | 'invoice' | 'locale'>,
  charge: ChargeRow,
): Promise<InvoicePaid> {
  const { outcome, id, amount, currency } = charge
  if (outcome === 'declined' || outcome === 'refused')
    throw new Refusal('payment_failed', { details: { decline: declineOf(charge) } })
  const next =
    outcome === 'authentication_required'
      ? await deps.pay.open(customer.account, { channel: 'stripe', amount, currency, invoice, locale })
      : { id, action: null, payload: null }
  return { invoice: presentInvoice(await ownInvoice(deps.db, customer.account, invoice), customer.today), ...next }
}
