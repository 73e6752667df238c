import type { AccountId } from '@hongyan/contract/ids'
import { type RetentionDays, smsConfiguration } from '@hongyan/contract/limits/messaging'
import type { Insertable, Kysely, Transaction } from 'kysely'
import { announceConfigChange } from '../../db/config-change.ts'
import type { Schema } from '../../db/schema.ts'
import type { Wildcard } from '../../db/schema/account.ts'
import type { SmsConfigurationTable } from '../../db/schema/configuration.ts'

export interface ConfigurationRow {
  readonly signature: string | null
  readonly validity_seconds: number | null
  readonly retention_days: RetentionDays
  readonly time_zone: string
  readonly sms_wildcard: Wildcard
}

/** An account's configuration, with defaults for fields that it never set. */
export async function readConfiguration(db: Kysely<Schema>, account: AccountId): Promise<ConfigurationRow> {
  return db
    .selectFrom('account')
    .leftJoin('sms_configuration as s', 's.account_id', 'account.id')
    .select(['s.signature', 's.validity_seconds', 'account.time_zone', 'account.sms_wildcard'])
    .select((of) => of.fn.coalesce('s.retention_days', of.val(smsConfiguration.retentionDefault)).as('retention_days'))
    .where('account.id', '=', account)
    .executeTakeFirstOrThrow()
}

/** Locks the account, so that simultaneous saves run one after the other. */
export async function lockAccount(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forUpdate().executeTakeFirstOrThrow()
}

/** True where the account's mainland messages are tried at carriers that have not filed them. */
export async function readSendsUnfiled(db: Kysely<Schema>, account: AccountId): Promise<boolean> {
  const row = await db
    .selectFrom('sms_configuration')
    .select('sends_unfiled')
    .where('account_id', '=', account)
    .executeTakeFirst()
  return row?.sends_unfiled ?? false
}

export async function writeConfiguration(
  tx: Transaction<Schema>,
  row: Insertable<SmsConfigurationTable>,
): Promise<void> {
  const { account_id: account, ...columns } = row
  await tx
    .insertInto('sms_configuration')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute()
  await announceConfigChange(tx, account)
}

export async function writeSendsUnfiled(tx: Transaction<Schema>, account: AccountId, sends: boolean): Promise<void> {
  const first = { account_id: account, retention_days: smsConfiguration.retentionDefault, sends_unfiled: sends }
  await tx
    .insertInto('sms_configuration')
    .values(first)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ sends_unfiled: sends }))
    .execute()
  await announceConfigChange(tx, account)
}
