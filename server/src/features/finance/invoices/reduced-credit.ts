import type { AccountId } from '@hongyan/contract/ids'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** Reduces the credit to codes; the ledger applies it to the spendable amount. */
export async function reduceCredit(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ credit_reduced_at: at })
    .where('id', '=', account)
    .where('credit_reduced_at', 'is', null)
    .execute()
}

/** Restores the credit, unless another invoice is overdue. */
export async function restoreCredit(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx
    .updateTable('account')
    .set({ credit_reduced_at: null })
    .where('id', '=', account)
    .where('credit_reduced_at', 'is not', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('invoice')
            .select('id')
            .where('account_id', '=', account)
            .where('status', '=', InvoiceStatus.Uncollectible),
        ),
      ),
    )
    .execute()
}
