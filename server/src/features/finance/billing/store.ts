import type { BillingProfile } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** Reads an account's billing details; empty until it saves some. */
export async function readBilling(db: Kysely<Schema>, account: AccountId): Promise<BillingProfile> {
  const row = await db
    .selectFrom('account as a')
    .leftJoin('billing_profile as p', 'p.account_id', 'a.id')
    .select(['a.locale', 'p.legal_name', 'p.address', 'p.country', 'p.tax_id', 'p.emails', 'p.po', 'p.language'])
    .where('a.id', '=', account)
    .executeTakeFirstOrThrow()
  return {
    legal_name: row.legal_name ?? '',
    address: row.address ?? '',
    country: row.country ?? '',
    tax_id: row.tax_id ?? '',
    emails: row.emails ?? [],
    po: row.po ?? '',
    language: row.language ?? row.locale,
  }
}

export async function writeBilling(
  db: Kysely<Schema>,
  account: AccountId,
  profile: BillingProfile,
  at: Date,
): Promise<void> {
  const columns = { ...profile, saved_at: at }
  await db
    .insertInto('billing_profile')
    .values({ account_id: account, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute()
}
