import { InvoiceId, type AccountId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { StartError } from '../../../kit/start-error.ts'
import type { InvoiceRow } from './store.ts'

/** About as many as fit a screen. */
const LISTED = 100

/** Finds an invoice by its number or its id. */
export async function invoiceNamed(db: Kysely<Schema>, numberOrId: string): Promise<InvoiceRow> {
  const id = InvoiceId.safeParse(numberOrId.toLowerCase())
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .where((is) => (id.success ? is('id', '=', id.data) : is('number', '=', numberOrId.trim().toUpperCase())))
    .executeTakeFirst()
  if (row === undefined) throw new StartError(`There is no invoice ${numberOrId}.`)
  return row
}

interface InvoiceFilter {
  readonly account: AccountId | null
  readonly status: number | null
  /** Only invoices with a disputed line. */
  readonly disputed: boolean
}

/** Lists the newest invoices. */
export function listInvoices(
  db: Kysely<Schema>,
  { account, status, disputed }: InvoiceFilter,
): Promise<readonly InvoiceRow[]> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .$if(account !== null, (query) => query.where('account_id', '=', account))
    .$if(status !== null, (query) => query.where('status', '=', statusOf(status)))
    .$if(disputed, (query) => query.where(hasDispute))
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
}

const hasDispute = sql<boolean>`exists (
  select from invoice_line l
   where l.account_id = invoice.account_id and l.invoice_id = invoice.id and l.disputed_at is not null)`

const statusOf = (status: number | null) => status as InvoiceRow['status'] // one of the states' numbers
