import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { ChargeKey } from '../../../payments/charges/store.ts'

/**
 * Finds the earlier call with this Idempotency-Key. `top_up_id` is the order that it created; null for a payment from
 * the balance.
 */
export async function findKey(
  db: Kysely<Schema>,
  account: AccountId,
  invoice: InvoiceId,
  key: string,
): Promise<{ readonly top_up_id: TopUpId | null } | null> {
  const found = await db
    .selectFrom('invoice_pay_key')
    .select('top_up_id')
    .where('account_id', '=', account)
    .where('invoice_id', '=', invoice)
    .where('key', '=', key)
    .executeTakeFirst()
  return found ?? null
}

export async function keepKey(
  tx: Transaction<Schema>,
  account: AccountId,
  invoice: InvoiceId,
  key: string | null,
  topUp: TopUpId | null,
): Promise<void> {
  if (key === null) return
  const row = { account_id: account, invoice_id: invoice, key, top_up_id: topUp }
  await tx.insertInto('invoice_pay_key').values(row).execute()
}

/** Forgets the key of a charge that was refused: the same key may try again (semantics D6). */
export async function forgetKey(tx: Transaction<Schema>, { account_id, id }: ChargeKey): Promise<void> {
  await tx.deleteFrom('invoice_pay_key').where('account_id', '=', account_id).where('top_up_id', '=', id).execute()
}
