import { isDeepStrictEqual } from 'node:util'
import type { AutoRecharge, configuration, SmsConfiguration } from '@hongyan/contract/endpoints/configuration'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../db/schema.ts'
import { wildcardOf } from '../../gateway/rules.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type ConfigurationRow, lockAccount, readConfiguration, writeConfiguration } from './store.ts'

type Asked = z.output<typeof configuration.saveSms.body>

export interface ConfigurationDeps {
  readonly db: Kysely<Schema>
  /** What the account decided about recharging by itself. */
  readonly autoRecharge: (db: Kysely<Schema>, account: AccountId) => Promise<AutoRecharge>
}

export async function smsConfiguration(
  { db, autoRecharge }: ConfigurationDeps,
  account: AccountId,
): Promise<SmsConfiguration> {
  return present(await readConfiguration(db, account), await autoRecharge(db, account))
}

/** Saves what an owner may decide here; the gateway goes by it within five seconds. */
export async function saveSmsConfiguration(
  { db, autoRecharge }: ConfigurationDeps,
  account: AccountId,
  asked: Asked,
): Promise<SmsConfiguration> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, account)
    const before = await readConfiguration(tx, account)
    const recharge = await autoRecharge(tx, account)
    refuseFixed(before, recharge, asked)
    const { signature = before.signature, validity = before.validity_seconds } = asked
    await writeConfiguration(tx, {
      account_id: account,
      signature,
      validity_seconds: validity,
      retention_days: asked.content_retention ?? before.retention_days,
    })
    return present(await readConfiguration(tx, account), recharge)
  })
}

/** Zone and auto-recharge are decided elsewhere; a sender is chosen freely only by accounts that may. */
function refuseFixed(before: ConfigurationRow, recharge: AutoRecharge, asked: Asked): void {
  if (asked.time_zone !== undefined && asked.time_zone !== before.time_zone) {
    throw new Refusal('restricted_params', { field: 'time_zone' })
  }
  if (asked.acct_auto_recharge !== undefined && !isDeepStrictEqual(asked.acct_auto_recharge, recharge)) {
    throw new Refusal('restricted_params', { field: 'acct_auto_recharge' })
  }
  const chosen = asked.signature !== undefined && asked.signature !== null && asked.signature !== before.signature
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
