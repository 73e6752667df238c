import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { DEMO_PASSWORD } from './accounts.ts'

export interface SignIn {
  readonly identifier: string
  readonly password: string
}

/** The sign-ins of this installation's demo accounts, for the start-up lines. */
export async function demoSignIns(db: Kysely<Schema>): Promise<readonly SignIn[]> {
  const rows = await db
    .selectFrom('account')
    .select('email')
    .where('demo', '=', true)
    .where('email', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ email }) => ({ identifier: email ?? '', password: DEMO_PASSWORD }))
}
