import { isDeepStrictEqual } from 'node:util'
import type {
  AutoRecharge,
  configuration,
  FilingConfiguration,
  SmsConfiguration,
} from '@hongyan/contract/endpoints/configuration'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../db/schema.ts'
import { wildcardOf } from '../../gateway/rules.ts'
import { Refusal } from '../../kit/refusal.ts'
import {
  type ConfigurationRow,
  lockAccount,
  readConfiguration,
  readSendsUnfiled,
  writeConfiguration,
  writeSendsUnfiled,
} from './store.ts'

type SmsUpdate = z.output<typeof configuration.saveSms.body>

export interface ConfigurationDeps {
  readonly db: Kysely<Schema>
  /** The account's auto-recharge settings. */
  readonly autoRecharge: (db: Kysely<Schema>, account: AccountId) => Promise<AutoRecharge>
}

export async function smsConfiguration(
  { db, autoRecharge }: ConfigurationDeps,
  account: AccountId,
): Promise<SmsConfiguration> {
  return present(await readConfiguration(db, account), await autoRecharge(db, account))
}

/** Saves the fields that an owner may change; the gateway follows them within five seconds. */
export async function saveSmsConfiguration(
  { db, autoRecharge }: ConfigurationDeps,
  account: AccountId,
  update: SmsUpdate,
): Promise<SmsConfiguration> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, account)
    const before = await readConfiguration(tx, account)
    const recharge = await autoRecharge(tx, account)
    refuseFixed(before, recharge, update)
    const { signature = before.signature, validity = before.validity_seconds } = update
    await writeConfiguration(tx, {
      account_id: account,
      signature,
      validity_seconds: validity,
      retention_days: update.content_retention ?? before.retention_days,
    })
    return present(await readConfiguration(tx, account), recharge)
  })
}

/**
 * Refuses fields that are changed elsewhere: the zone, auto-recharge, and the sender unless the account may choose one.
 */
function refuseFixed(before: ConfigurationRow, recharge: AutoRecharge, update: SmsUpdate): void {
  if (update.time_zone !== undefined && update.time_zone !== before.time_zone) {
    throw new Refusal('restricted_params', { field: 'time_zone' })
  }
  if (update.acct_auto_recharge !== undefined && !isDeepStrictEqual(update.acct_auto_recharge, recharge)) {
    throw new Refusal('restricted_params', { field: 'acct_auto_recharge' })
  }
  const chosen = update.signature !== undefined && update.signature !== null && update.signature !== before.signature
  if (chosen && !wildcardOf(before.sms_wildcard).signature) {
    throw new Refusal('signature_not_found', { field: 'signature' })
  }
}

const present = (row: ConfigurationRow, recharge: AutoRecharge): SmsConfiguration => ({
  acct_auto_recharge: recharge,
  signature: row.signature,
  validity: row.validity_seconds,
  content_retention: row.retention_days,
  time_zone: row.time_zone,
})

export async function filingConfiguration(
  { db }: Pick<ConfigurationDeps, 'db'>,
  account: AccountId,
): Promise<FilingConfiguration> {
  return { send_unfiled: await readSendsUnfiled(db, account) }
}

/** Saves whether messages are tried at carriers that have not filed them; the gateway follows within five seconds. */
export async function saveFilingConfiguration(
  { db }: Pick<ConfigurationDeps, 'db'>,
  account: AccountId,
  { send_unfiled }: FilingConfiguration,
): Promise<FilingConfiguration> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account)
    await writeSendsUnfiled(tx, account, send_unfiled)
  })
  return { send_unfiled }
}
