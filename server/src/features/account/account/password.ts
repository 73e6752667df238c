import type { AccountId } from '@hongyan/contract/ids'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

export async function setPassword(tx: Transaction<Schema>, account: AccountId, passwordHash: string): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', account).execute()
}
