import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { CENT, type Micros, micros, ZERO } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { isPayable } from './states.ts'
import { type InvoiceRow, lockInvoice, outstandingOf } from './store.ts'

/** Rounds up to whole cents, which channels charge; the excess becomes funds. */
export const toCents = (amount: Micros): Micros => micros(((amount + CENT - 1n) / CENT) * CENT)

/**
 * Returns the amount of a payment. Throws unless the invoice is open and the amount is in whole cents up to the
 * outstanding amount rounded up, or exactly the outstanding amount.
 */
export function checkedAmount(invoice: InvoiceRow, wanted: Micros | null): Micros {
  if (!isPayable(invoice)) throw new Refusal('invoice_not_open')
  const outstanding = outstandingOf(invoice)
  if (wanted === null || wanted <= ZERO || (wanted % CENT !== 0n && wanted !== outstanding))
    throw new Refusal('invalid_request', { field: 'amount' })
  if (wanted > toCents(outstanding)) throw new Refusal('amount_exceeds', { field: 'amount' })
  return wanted
}

/** Locks the account's balance and then the invoice, so that no other payment runs until the transaction ends. */
export async function lockPayable(tx: Transaction<Schema>, account: AccountId, id: InvoiceId): Promise<InvoiceRow> {
  await ledger.lock(txOf(tx), [account])
  const invoice = await lockInvoice(tx, { account_id: account, id })
  if (invoice === null) throw new Refusal('not_found')
  return invoice
}
