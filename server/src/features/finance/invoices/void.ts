import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import type { CycleDeps } from './cycle-deps.ts'
import { repayFromFunds } from './funds.ts'
import { restoreCredit } from './reduced-credit.ts'
import { after } from './states.ts'
import { type InvoiceKey, type InvoiceRow, lockInvoice, outstandingOf, updateInvoice } from './store.ts'
import { taxGivenBack } from './tax.ts'

/**
 * Voids an issued invoice: its outstanding amount becomes drawn credit again, which the next invoice bills. Payments
 * stay. Null if the status does not allow it.
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
    const ended = await updateInvoice(tx, key, { status, void_entry: entry.id, ended_at: at })
    await restoreCredit(tx, key.account_id)
    return ended
  })
