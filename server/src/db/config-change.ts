import type { AccountId } from '@hongyan/contract/ids'
import { sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import { statement, type Tx } from './tx.ts'

/** The channel that the gateway's processes listen on; the payload is the account's id. */
export const CONFIG_CHANGED = 'config_changed'

/** Notifies every process that settings of the account changed. A process that misses it finds `changed_at`. */
export async function announceConfigChange(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await sql`update account set changed_at = now() where id = ${account}`.execute(tx)
  await sql`select pg_notify(${CONFIG_CHANGED}, ${account}::text)`.execute(tx)
}

const TOUCH = statement('account.touch', `update account set changed_at = now() where id = $1`)
const NOTIFY = statement('config.notify', `select pg_notify('${CONFIG_CHANGED}', $1)`)

/** Does the same in a transaction of plain statements. */
export async function announceChange(tx: Tx, account: AccountId): Promise<void> {
  await tx.run(TOUCH, [account])
  await tx.run(NOTIFY, [account])
}
