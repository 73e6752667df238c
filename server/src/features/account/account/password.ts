import type { AccountId } from '@hongyan/contract/ids'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { hashPassword } from '../../../kit/password.ts'

export async function setPassword(tx: Transaction<Schema>, account: AccountId, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await tx.updateTable('account').set({ password_hash: hash }).where('id', '=', account).execute()
}
