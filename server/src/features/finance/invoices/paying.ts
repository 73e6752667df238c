import type { InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import { type AccountId, type InvoiceId, type PaymentMethodId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { InvoiceChannel, TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readCharge } from '../../../payments/charges/store.ts'
import { createOrder, offeredTo } from '../../../payments/orders/create-order.ts'
import type { OfferedChannel } from '../../../providers/payments/offered.ts'
import { payByCard, presentCharge } from './card-payment.ts'
import { type Customer, readCustomer } from './customer.ts'
import { checkedAmount, lockPayable, toCents } from './payable.ts'
import type { InvoicesDeps, PaymentRequest } from './deps.ts'
import { payableFromBalance, settleInvoicePayment } from './payments.ts'
import { presentInvoice } from './present.ts'
import { ownInvoice } from './reading.ts'
import { outstandingOf } from './store.ts'

interface Body {
  readonly amount: Micros | null
  readonly channel: Exclude<InvoiceChannel, 'cash'>
  readonly pm_id?: PaymentMethodId | undefined
}

/** Pays all or a part of the outstanding amount (screens S7): now, or by the action of the response. */
export async function payInvoice(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  { amount: wanted, channel, pm_id: card }: Body,
  how: Pick<PaymentRequest, 'locale' | 'key'>,
): Promise<InvoicePaid> {
  const customer = await readCustomer(deps.db, account, deps.clock.now())
  const invoice = await ownInvoice(deps.db, account, id)
  if (card !== undefined && channel !== 'stripe') throw new Refusal('invalid_request', { field: 'pm_id' })
  const call = { customer, invoice: id, ...how }
  const { earlier } = how.key
  if (earlier !== null && channel === 'balance') return { invoice: await present(deps, customer, id), ...NOTHING_TO_DO }
  if (earlier !== null && card !== undefined) {
    const charge = { account_id: account, id: TopUpId.parse(earlier) }
    return presentCharge(deps, call, await readCharge(deps.db, charge))
  }
  const amount = checkedAmount(invoice, wanted)
  if (channel === 'balance') return payFromBalance(deps, { ...call, amount })
  const offered = offeredTo(deps, customer, channel)
  if (card !== undefined) return payByCard(deps, { ...call, amount: toCents(amount) }, card)
  return openOrder(deps, { ...call, amount: toCents(amount) }, channel, offered)
}

/** Pays from the balance. The whole outstanding amount may have fractions of a cent. */
async function payFromBalance(deps: InvoicesDeps, call: PaymentRequest): Promise<InvoicePaid> {
  const { customer, invoice: id, amount: wanted, key } = call
  if (customer.blocks.includes(AccountStatus.AllPaymentBlocked)) throw new Refusal('payments_blocked')
  const { account, today } = customer
  const at = deps.clock.now()
  const paid = await deps.db.transaction().execute(async (tx) => {
    await key.name(txOf(tx), id)
    const invoice = await lockPayable(tx, account, id)
    const amount = least(checkedAmount(invoice, wanted), outstandingOf(invoice))
    if (amount > (await payableFromBalance(tx, account, invoice))) throw exceeds()
    const settled = await settleInvoicePayment(tx, { account, invoice: id, amount, channel: 'balance', at })
    if (settled.applied !== amount || settled.invoice === null) throw exceeds()
    return settled.invoice
  })
  return { invoice: presentInvoice(paid, today), ...NOTHING_TO_DO }
}

const NOTHING_TO_DO = { id: null, action: null, payload: null }
const exceeds = (): Refusal => new Refusal('amount_exceeds', { field: 'amount' })
const least = (one: Micros, other: Micros): Micros => (one < other ? one : other)

/** Opens an order at its channel; the invoice is paid once the channel reports the payment. */
async function openOrder(
  deps: InvoicesDeps,
  { customer, invoice, amount, locale, key }: PaymentRequest,
  channel: TopUpChannel,
  offered: OfferedChannel,
): Promise<InvoicePaid> {
  const { account, currency } = customer
  const { number: invoiceNumber } = await ownInvoice(deps.db, account, invoice)
  const wanted = { purpose: 'invoice', channel, amount, currency, invoice, invoiceNumber, locale, key } as const
  const order = await createOrder(deps, account, offered, wanted)
  return { invoice: await present(deps, customer, invoice), ...order }
}

const present = async ({ db }: InvoicesDeps, { account, today }: Customer, id: InvoiceId) =>
  presentInvoice(await ownInvoice(db, account, id), today)
