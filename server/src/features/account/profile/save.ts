import type { profile } from '@hongyan/contract/endpoints/account/profile'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'

type Asked = z.output<typeof profile.save.body>

export async function saveProfile(db: Kysely<Schema>, account: AccountId, asked: Asked): Promise<void> {
  const { firstname, lastname, gender } = asked
  await db.updateTable('account').set({ firstname, lastname, gender }).where('id', '=', account).execute()
}
