import type { AccountId } from '@hongyan/contract/ids'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { countHistory } from '../../gateway/daily.ts'
import type { Clock } from '../../kit/clock.ts'
import { demoAccounts } from './accounts.ts'
import { drawHistory } from './history.ts'

type DemoFields = (typeof demoAccounts)[number]['fields']

/** The dependencies of the demo; functions of other features are handed in. */
export interface DemoDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** Returns null when the email address or the phone is taken. */
  readonly createAccount: (tx: Transaction<Schema>, fields: DemoFields) => Promise<AccountId | null>
  readonly createCredential: (tx: Transaction<Schema>, account: AccountId, mode: AuthMode) => Promise<unknown>
}

/** The number of the advisory lock that one seeding process at a time holds. */
const SEED_LOCK = 4_807_202

/** Makes the demo accounts with their history, unless the installation has any. Returns true when it made them. */
export async function seedDemo(deps: DemoDeps): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
    if (await hasDemo(tx)) return false
    for (const { fields, traffic } of demoAccounts) {
      const account = await deps.createAccount(tx, fields)
      if (account === null) continue // the address belongs to a real customer of this installation
      await deps.createCredential(tx, account, AuthMode.Hmac)
      await deps.createCredential(tx, account, AuthMode.Simple)
      await countHistory(txOf(tx), account, drawHistory(traffic, deps.clock.now(), fields.time_zone))
    }
    return true
  })
}

async function hasDemo(tx: Transaction<Schema>): Promise<boolean> {
  const found = await tx.selectFrom('account').select('id').where('demo', '=', true).limit(1).executeTakeFirst()
  return found !== undefined
}
