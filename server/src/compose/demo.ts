import { CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Schema } from '../db/schema.ts'
import { createAccount } from '../features/account/account/create.ts'
import { issueCredential } from '../features/messaging/credentials/issue.ts'
import { type DemoDeps, seedDemo } from '../features/demo/seed.ts'
import { demoSignIns, type SignIn } from '../features/demo/sign-ins.ts'
import type { Clock } from '../kit/clock.ts'
import type { SecretBox } from '../kit/secret-box.ts'

export interface DemoParts {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly secrets: SecretBox
}

/** The parts that the demo creates accounts and credentials with. */
export const demoDeps = ({ db, clock, secrets }: DemoParts): DemoDeps => ({
  db,
  clock,
  createAccount: (tx, fields) => createAccount(tx, clock, fields),
  createCredential: (tx, account, mode) =>
    issueCredential(tx, { clock, secrets }, account, { mode, type: CredentialType.Ordinary }),
})

/** Seeds the demo at the first start if the settings allow it. Returns the sign-ins of the demo accounts. */
export async function demoAtStart(parts: DemoParts & { readonly config: Config }): Promise<readonly SignIn[]> {
  if (parts.config.seed === 'none') return []
  await seedDemo(demoDeps(parts))
  return demoSignIns(parts.db)
}
