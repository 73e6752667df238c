import type { InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId, PaymentMethodId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { InvoiceChannel, TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { Refusal } from '../../../kit/refusal.ts'
import { payByCard, tellCharge } from './card-payment.ts'
import { findKey, keepKey, readCharge } from './charge-store.ts'
import { type Customer, readCustomer } from './customer.ts'
import { amountOf, lockPayable, toCents } from './payable.ts'
import type { AskedPayment, InvoicesDeps } from './paying-deps.ts'
import { payableFromBalance, settleInvoicePayment } from './payments.ts'
import { presentInvoice } from './present.ts'
import { ownInvoice } from './reading.ts'
import { outstandingOf } from './store.ts'

interface Body {
  readonly amount: Micros | null
  readonly channel: Exclude<InvoiceChannel, 'cash'>
  readonly pm_id?: PaymentMethodId | undefined
}

/** Pays all or a part of what is outstanding (screens S7): now, or by what the answer says is to be done. */
export async function payInvoice(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  { amount: wanted, channel, pm_id: card }: Body,
  how: Pick<AskedPayment, 'locale' | 'key'>,
): Promise<InvoicePaid> {
  const customer = await readCustomer(deps.db, account, deps.clock.now())
  const invoice = await ownInvoice(deps.db, account, id)
  if (card !== undefined && channel !== 'stripe') throw new Refusal('invalid_request', { field: 'pm_id' })
  const again = how.key === null ? null : await findKey(deps.db, account, id, how.key)
  const call = { customer, invoice: id, ...how }
  if (again !== null) return tellAgain(deps, call, again)
  const amount = amountOf(invoice, wanted)
  if (channel === 'balance') return payFromBalance(deps, { ...call, amount })
  deps.pay.admit(customer, channel)
  if (card !== undefined) return payByCard(deps, { ...call, amount: toCents(amount) }, card)
  return openOrder(deps, { ...call, amount: toCents(amount) }, channel)
}

/** All that is outstanding may be asked for with its last cent begun; what funds do not have they do not pay. */
async function payFromBalance(deps: InvoicesDeps, call: AskedPayment): Promise<InvoicePaid> {
  const { customer, invoice: id, amount: wanted, key } = call
  if (!deps.pay.isOpen(customer)) throw new Refusal('payments_blocked')
  const { account, today } = customer
  const at = deps.clock.now()
  const paid = await deps.db.transaction().execute(async (tx) => {
    const invoice = await lockPayable(tx, account, id)
    if (key !== null && (await findKey(tx, account, id, key)) !== null) return invoice
    const amount = least(amountOf(invoice, wanted), outstandingOf(invoice))
    if (amount > (await payableFromBalance(tx, account, invoice))) throw exceeds()
    await keepKey(tx, account, id, key, null)
    const settled = await settleInvoicePayment(tx, { account, invoice: id, amount, channel: 'balance', at })
    if (settled.applied !== amount || settled.invoice === null) throw exceeds()
    return settled.invoice
  })
  return { invoice: presentInvoice(paid, today), ...NOTHING_TO_DO }
}

const NOTHING_TO_DO = { id: null, action: null, payload: null }
const exceeds = (): Refusal => new Refusal('amount_exceeds', { field: 'amount' })
const least = (one: Micros, other: Micros): Micros => (one < other ? one : other)

/** An order at its channel; the invoice is paid when that tells of the money. */
async function openOrder(
  deps: InvoicesDeps,
  { customer, invoice, amount, locale }: AskedPayment,
  channel: TopUpChannel,
): Promise<InvoicePaid> {
  const { account, currency } = customer
  const order = await deps.pay.open(account, { channel, amount, currency, invoice, locale })
  return { invoice: await present(deps, customer, invoice), ...order }
}

/** A call whose answer was lost: what it began is told, and nothing is begun again. */
async function tellAgain(
  deps: InvoicesDeps,
  call: Omit<AskedPayment, 'amount'>,
  { top_up_id: id }: NonNullable<Awaited<ReturnType<typeof findKey>>>,
): Promise<InvoicePaid> {
  const { customer, invoice } = call
  if (id === null) return { invoice: await present(deps, customer, invoice), ...NOTHING_TO_DO }
  return tellCharge(deps, call, await readCharge(deps.db, { account_id: customer.account, id }))
}

const present = async ({ db }: InvoicesDeps, { account, today }: Customer, id: InvoiceId) =>
  presentInvoice(await ownInvoice(db, account, id), today)
