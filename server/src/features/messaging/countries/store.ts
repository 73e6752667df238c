import type { AccountId } from '@hongyan/contract/ids'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'

/** The partition and the currency of an account, which decide its home country and its prices. */
export interface Payer {
  readonly partition: Partition
  readonly currency: Currency
}

/** Locks the account, so that simultaneous changes run one after the other. */
export const lockPayer = (tx: Transaction<Schema>, account: AccountId): Promise<Payer> =>
  payerOf(tx, account).forUpdate().executeTakeFirstOrThrow()

export const readPayer = (db: Kysely<Schema>, account: AccountId): Promise<Payer> =>
  payerOf(db, account).executeTakeFirstOrThrow()

const payerOf = (db: Kysely<Schema>, account: AccountId) =>
  db.selectFrom('account').select(['partition', 'currency']).where('id', '=', account)

/** The countries that the owner enabled, without the home country. */
export async function readEnabled(db: Kysely<Schema>, account: AccountId): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('sending_country').select('country').where('account_id', '=', account).execute()
  return new Set(rows.map(({ country }) => country))
}

/** Enables countries; those that are enabled already keep their moment. The gateway follows within five seconds. */
export async function enableCountries(
  tx: Transaction<Schema>,
  account: AccountId,
  countries: readonly string[],
  at: Date,
): Promise<void> {
  if (countries.length === 0) return
  const rows = countries.map((country) => ({ account_id: account, country, enabled_at: at }))
  await tx
    .insertInto('sending_country')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await announceConfigChange(tx, account)
}

export async function disableCountries(
  tx: Transaction<Schema>,
  account: AccountId,
  countries: readonly string[],
): Promise<void> {
  if (countries.length === 0) return
  await tx.deleteFrom('sending_country').where('account_id', '=', account).where('country', 'in', countries).execute()
  await announceConfigChange(tx, account)
}
