import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import type { InvoiceChannel } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { repayFromFunds } from './funds.ts'
import { notifyPaid, notifyPartPaid } from './notices.ts'
import { restoreCredit } from './reduced-credit.ts'
import { after, isPayable } from './states.ts'
import { type InvoiceRow, lockInvoice, outstandingOf, updateInvoice } from './store.ts'

/**
 * A payment of an invoice. With channel `balance` it is paid from the account's funds, otherwise with money that the
 * channel has just received.
 */
export interface InvoicePayment {
  readonly account: AccountId
  readonly invoice: InvoiceId
  readonly amount: Micros
  readonly channel: InvoiceChannel
  /** The order that was paid. */
  readonly topUp?: TopUpId
  readonly at: Date
}

export interface SettledPayment {
  /** The amount paid: at most the outstanding one, and from the balance at most the free funds. */
  readonly applied: Micros
  /** The ledger entry that credited the money; null for a payment from the balance. */
  readonly credited: string | null
  /** The invoice after the payment; null where the account has no invoice with this id. */
  readonly invoice: InvoiceRow | null
}

const least = (...all: readonly bigint[]): bigint => all.reduce((one, other) => (one < other ? one : other))

/** The funds that could pay an invoice now. Money that is held for outstanding messages is excluded. */
export async function payableFromBalance(
  db: Kysely<Schema>,
  account: AccountId,
  invoice: Pick<InvoiceRow, 'status' | 'total_micros' | 'paid_micros'>,
): Promise<Micros> {
  if (!isPayable(invoice)) return ZERO
  const free = await freeFunds(db, account)
  return micros(least(outstandingOf(invoice), free))
}

async function freeFunds(db: Kysely<Schema>, account: AccountId): Promise<bigint> {
  const { paid, gift, cashback, held } = await db
    .selectFrom('balance')
    .select(['paid_micros as paid', 'gift_micros as gift', 'cashback_micros as cashback', 'held_micros as held'])
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  const free = paid + gift + cashback - held
  return free > ZERO ? free : ZERO
}

/**
 * Pays an invoice in the caller's transaction; every payment of an invoice passes here. Locks the account's balance,
 * then the invoice. Money from a channel is booked whole: the part that the invoice does not take pays back drawn
 * credit, and the rest becomes funds (semantics D5). So several payments at once never pay an invoice twice.
 */
export async function settleInvoicePayment(tx: Transaction<Schema>, payment: InvoicePayment): Promise<SettledPayment> {
  const { account, channel, amount, at } = payment
  await ledger.lock(txOf(tx), [account])
  const invoice = await lockInvoice(tx, { account_id: account, id: payment.invoice })
  const open = invoice !== null && isPayable(invoice) ? outstandingOf(invoice) : ZERO
  if (channel === 'balance') {
    const applied = micros(least(amount, open, await freeFunds(tx, account)))
    return { applied, credited: null, invoice: await apply(tx, invoice, { ...payment, applied }) }
  }
  const credited = uuidv7(at)
  await ledger.creditForInvoice(txOf(tx), [{ id: credited, account, amount, count: 1, channel }], at)
  const applied = micros(least(amount, open))
  const paid = await apply(tx, invoice, { ...payment, applied, charge: credited })
  await repayFromFunds(tx, account, at)
  return { applied, credited, invoice: paid }
}

async function apply(
  tx: Transaction<Schema>,
  invoice: InvoiceRow | null,
  {
    account,
    channel,
    topUp,
    at,
    applied,
    charge,
  }: InvoicePayment & { readonly applied: Micros; readonly charge?: string },
): Promise<InvoiceRow | null> {
  if (invoice === null || applied === ZERO) return invoice
  const entry = { id: uuidv7(at), account, amount: applied, count: 1, ...(charge !== undefined && { charge }) }
  await ledger.payInvoice(txOf(tx), [entry], at)
  await tx
    .insertInto('invoice_payment')
    .values({
      account_id: account,
      id: entry.id,
      invoice_id: invoice.id,
      channel,
      amount_micros: applied,
      top_up_id: topUp ?? null,
      at,
    })
    .execute()
  const paid_micros = micros(invoice.paid_micros + applied)
  if (paid_micros < invoice.total_micros) {
    const open = await updateInvoice(tx, invoice, { paid_micros })
    // The owner makes every other payment; a transfer is booked by staff.
    if (channel === 'cash') await notifyPartPaid(tx, open, applied, at)
    return open
  }
  const status = after(invoice.status, 'settle')
  if (status === null) throw new Error(`invoice ${invoice.id} was paid in state ${invoice.status}`)
  const paid = await updateInvoice(tx, invoice, { paid_micros, status, ended_at: at })
  await restoreCredit(tx, account)
  await notifyPaid(tx, paid, at)
  return paid
}
