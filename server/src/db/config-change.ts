import type { AccountId } from '@hongyan/contract/ids'
import { sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Where the gateway's processes listen; the payload is the account's id. */
export const CONFIG_CHANGED = 'config_changed'

/** Every process hears that something of the account has changed; one that does not hear it, sees it in `changed_at`. */
export async function announceConfigChange(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await sql`update account set changed_at = now() where id = ${account}`.execute(tx)
  await sql`select pg_notify(${CONFIG_CHANGED}, ${account}::text)`.execute(tx)
}
