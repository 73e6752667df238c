import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import type { CycleDeps } from './cycle-deps.ts'
import { dayOf } from './day-of.ts'
import { notifyVoid } from './notices.ts'
import { drawNumber } from './numbers.ts'
import { repayFromFunds } from './funds.ts'
import { restoreCredit } from './reduced-credit.ts'
import { after } from './states.ts'
import { type InvoiceKey, type InvoiceRow, lockInvoice, outstandingOf, updateInvoice } from './store.ts'
import { taxGivenBack } from './tax.ts'

/**
 * Voids an issued invoice: its outstanding amount becomes drawn credit again, which the next invoice bills, and a credit
 * note gives back the tax in it. Payments stay. Null if the status does not allow it.
 */
export const voidInvoice = ({ db, clock }: CycleDeps, key: InvoiceKey): Promise<InvoiceRow | null> =>
  db.transaction().execute(async (tx) => {
    const at = clock.now()
    await ledger.lock(txOf(tx), [key.account_id])
    const invoice = await lockInvoice(tx, key)
    const status = invoice === null ? null : after(invoice.status, 'void')
    if (invoice === null || status === null) return null
    const entry = {
      id: uuidv7(at),
      account: key.account_id,
      amount: outstandingOf(invoice),
      tax: taxGivenBack(invoice),
      count: 1,
    }
    await ledger.unbill(txOf(tx), [entry], at)
    await repayFromFunds(tx, key.account_id, at)
    const { year } = await dayOf(tx, key.account_id, at)
    const credit_note = await drawNumber(tx, 'creditNote', invoice.partition, year)
    const ended = await updateInvoice(tx, key, { status, void_entry: entry.id, ended_at: at, credit_note })
    await restoreCredit(tx, key.account_id)
    await notifyVoid(tx, ended, at)
    return ended
  })
