import type { Fapiao, FapiaoRequest } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import type { FapiaoTable } from '../../../db/schema/fapiao.ts'
import type { Subject } from './subject.ts'

export type FapiaoRow = Selectable<FapiaoTable>
export type FapiaoDetails = z.output<typeof FapiaoRequest>

export async function readFapiao(
  db: Kysely<Schema>,
  { account, id }: Pick<Subject, 'account' | 'id'>,
): Promise<FapiaoRow | null> {
  const found = await db
    .selectFrom('fapiao')
    .selectAll()
    .where('account_id', '=', account)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

/** Reads the account's last request. */
export async function readLast(db: Kysely<Schema>, account: AccountId): Promise<FapiaoRow | null> {
  const found = await db
    .selectFrom('fapiao')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Stores a request in place of an earlier one. Null where a tax invoice is already issued. */
export async function writeRequest(
  db: Kysely<Schema>,
  { account, id, subject }: Subject,
  { kind, title, tax_no, email, ...bankDetails }: FapiaoDetails,
  at: Date,
): Promise<FapiaoRow | null> {
  const special = kind === 'special'
  const bank = special ? (bankDetails.bank ?? null) : null
  const bank_account = special ? (bankDetails.bank_account ?? null) : null
  const columns = { kind, title, tax_no, bank, bank_account, email, requested_at: at }
  const written = await db
    .insertInto('fapiao')
    .values({ account_id: account, subject_id: id, subject, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'subject_id']).doUpdateSet(columns).where('fapiao.number', 'is', null),
    )
    .returningAll()
    .executeTakeFirst()
  return written ?? null
}

/** An issued tax invoice keeps its amount. A request shows the current amount of its subject. */
export const presentFapiao = (row: FapiaoRow, amount: Micros): Fapiao => ({
  kind: row.kind,
  status: row.number === null ? 'requested' : 'issued',
  title: row.title,
  tax_no: row.tax_no,
  bank: row.bank,
  bank_account: row.bank_account,
  email: row.email,
  amount: decimalOf(row.issued_micros ?? amount),
  requested_at: row.requested_at.toISOString(),
  number: row.number,
})
