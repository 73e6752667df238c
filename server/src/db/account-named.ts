import { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import { StartError } from '../kit/start-error.ts'
import type { Schema } from './schema.ts'

/** The account with this email address or id, as an operator types it. */
export async function accountNamed(db: Kysely<Schema>, emailOrId: string): Promise<AccountId> {
  const id = AccountId.safeParse(emailOrId.toLowerCase())
  const row = await db
    .selectFrom('account')
    .select('id')
    .where((is) => (id.success ? is('id', '=', id.data) : is('email', '=', emailOrId.trim().toLowerCase())))
    .executeTakeFirst()
  if (!row) throw new StartError(`There is no account ${emailOrId}.`)
  return row.id
}
