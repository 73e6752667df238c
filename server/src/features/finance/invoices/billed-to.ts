import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { BilledTo } from '../../../db/schema/invoices.ts'
import type { Sellers } from '../../../config/sellers.ts'
import type { InvoiceRow } from './store.ts'
import { type Tax, taxOf, taxRate } from './tax.ts'

/** The billing profile that new invoices of the account are made out to; null without one. */
export async function readBilledTo(db: Kysely<Schema>, account: AccountId): Promise<BilledTo | null> {
  const found = await db
    .selectFrom('billing_profile')
    .select(['legal_name', 'address', 'country', 'tax_id', 'language'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  return found ?? null
}

/** Reads the tax of an invoice: as issued, or for a draft by the seller and the billing profile of now. */
export async function readTax(db: Kysely<Schema>, invoice: InvoiceRow, sellers: Sellers): Promise<Tax | null> {
  const billedTo = invoice.number === null ? await readBilledTo(db, invoice.account_id) : null
  return taxOf(invoice, taxRate(sellers[invoice.partition], billedTo?.country ?? ''))
}

/** The customer's order number that new invoices bear. */
export async function readPo(db: Kysely<Schema>, account: AccountId): Promise<string | null> {
  const found = await db
    .selectFrom('billing_profile')
    .select('po')
    .where('account_id', '=', account)
    .where('po', '<>', '')
    .executeTakeFirst()
  return found?.po ?? null
}
