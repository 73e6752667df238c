import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { InvoiceLineTable, InvoicePaymentTable, InvoiceTable } from '../../../db/schema/invoices.ts'

export type InvoiceRow = Selectable<InvoiceTable>
export type InvoiceLineRow = Selectable<InvoiceLineTable>
export type InvoicePaymentRow = Selectable<InvoicePaymentTable>
export type NewInvoiceLine = Insertable<InvoiceLineTable>

export interface InvoiceKey {
  readonly account_id: AccountId
  readonly id: InvoiceId
}

/** The amount left to pay: zero for a void invoice, the total for a draft. */
export const outstandingOf = ({
  status,
  total_micros: total,
  paid_micros: paid,
}: Pick<InvoiceRow, 'status' | 'total_micros' | 'paid_micros'>): Micros =>
  status === InvoiceStatus.Void ? ZERO : micros(total - paid)

export async function findInvoice(db: Kysely<Schema>, { account_id, id }: InvoiceKey): Promise<InvoiceRow | null> {
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Finds the draft of an account, which has one at most. */
export async function findDraft(db: Kysely<Schema>, account: AccountId): Promise<InvoiceRow | null> {
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', account)
    .where('status', '=', InvoiceStatus.Draft)
    .executeTakeFirst()
  return row ?? null
}

/** Locks the invoice until the transaction ends. The caller has locked the balance before. */
export async function lockInvoice(tx: Transaction<Schema>, { account_id, id }: InvoiceKey): Promise<InvoiceRow | null> {
  const row = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export const updateInvoice = (
  tx: Transaction<Schema>,
  { account_id, id }: InvoiceKey,
  values: Updateable<InvoiceTable>,
): Promise<InvoiceRow> =>
  tx
    .updateTable('invoice')
    .set(values)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes a draft, its lines with it. */
export async function deleteDraft(tx: Transaction<Schema>, { account_id, id }: InvoiceKey): Promise<void> {
  await tx
    .deleteFrom('invoice')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', InvoiceStatus.Draft)
    .execute()
}

/** In the order in which they were written: usage first, the largest amount first. */
export const readLines = (db: Kysely<Schema>, { account_id, id }: InvoiceKey): Promise<readonly InvoiceLineRow[]> =>
  db
    .selectFrom('invoice_line')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('invoice_id', '=', id)
    .orderBy('id')
    .execute()

export async function insertLines(tx: Transaction<Schema>, lines: readonly NewInvoiceLine[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto('invoice_line').values(lines).execute()
}

/** Oldest first. */
export const readPayments = (
  db: Kysely<Schema>,
  { account_id, id }: InvoiceKey,
): Promise<readonly InvoicePaymentRow[]> =>
  db
    .selectFrom('invoice_payment')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('invoice_id', '=', id)
    .orderBy('id')
    .execute()
