import type { InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId, PaymentMethodId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { InvoiceChannel, TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { Refusal } from '../../../kit/refusal.ts'
import { readCharge } from '../../../payments/charges/store.ts'
import { createOrder, offeredTo } from '../../../payments/orders/create-order.ts'
import type { OfferedChannel } from '../../../providers/payments/offered.ts'
import { payByCard, presentCharge } from './card-payment.ts'
import { type Customer, readCustomer } from './customer.ts'
import { checkedAmount, lockPayable, toCents } from './payable.ts'
import type { InvoicesDeps, PaymentRequest } from './deps.ts'
import { findKey, keepKey } from './pay-keys.ts'
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
  const again = how.key === null ? null : await findKey(deps.db, account, id, how.key)
  const call = { customer, invoice: id, ...how }
  if (again !== null) return presentEarlier(deps, call, again)
  const amount = checkedAmount(invoice, wanted)
  if (channel === 'balance') return payFromBalance(deps, { ...call, amount })
  const offered = offeredTo(deps, customer, channel)
  if (card !== undefined) return payByCard(deps, { ...call, amount: toCents(amount) }, card)
  return openOrder(deps, { ...call, amount: toCents(amount) }, channel, offered)
}

/** Pays from the balance. The whole outstanding amount may have fractions of a cent. */
async function payFromBalance(deps: InvoicesDeps, call: PaymentRequest): Promise<InvoicePaid> {
  const { customer, invoice: id, amount: wanted, key } = call
  if (customer.status === AccountStatus.AllPaymentBlocked) throw new Refusal('payments_blocked')
  const { account, today } = customer
  const at = deps.clock.now()
  const paid = await deps.db.transaction().execute(async (tx) => {
    const invoice = await lockPayable(tx, account, id)
    if (key !== null && (await findKey(tx, account, id, key)) !== null) return invoice
    const amount = least(checkedAmount(invoice, wanted), outstandingOf(invoice))
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

/** Opens an order at its channel; the invoice is paid once the channel reports the payment. */
async function openOrder(
  deps: InvoicesDeps,
  { customer, invoice, amount, locale }: PaymentRequest,
  channel: TopUpChannel,
  offered: OfferedChannel,
): Promise<InvoicePaid> {
  const { account, currency } = customer
  const wanted = { purpose: 'invoice', channel, amount, currency, invoice, locale } as const
  const order = await createOrder(deps, account, offered, wanted)
  return { invoice: await present(deps, customer, invoice), ...order }
}

/** Repeats the response of a call whose response was lost. Begins nothing. */
async function presentEarlier(
  deps: InvoicesDeps,
  call: Omit<PaymentRequest, 'amount'>,
  { top_up_id: id }: NonNullable<Awaited<ReturnType<typeof findKey>>>,
): Promise<InvoicePaid> {
  const { customer, invoice } = call
  if (id === null) return { invoice: await present(deps, customer, invoice), ...NOTHING_TO_DO }
  return presentCharge(deps, call, await readCharge(deps.db, { account_id: customer.account, id }))
}

const present = async ({ db }: InvoicesDeps, { account, today }: Customer, id: InvoiceId) =>
  presentInvoice(await ownInvoice(db, account, id), today)
