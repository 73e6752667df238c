import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The country of an account's numbers without a calling code (ruling 34). */
export async function homeOf(db: Kysely<Schema>, account: AccountId): Promise<'CN' | 'US'> {
  const row = await db.selectFrom('account').select('partition').where('id', '=', account).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row.partition === 'cn' ? 'CN' : 'US'
}
