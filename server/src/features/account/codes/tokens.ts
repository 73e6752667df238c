import { createHash, randomBytes } from 'node:crypto'
import { code as limits } from '@hongyan/contract/limits/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { CodeScope } from '../../../kit/code-scope.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { bindingOf } from './binding.ts'
import { hasToken, putToken, takeToken } from './store.ts'

export interface TokenDeps {
  readonly clock: Clock
  readonly secrets: SecretBox
}

const TOKEN_BYTES = 32

/** Issues a token for a scope; only its hash is stored. */
export async function issueToken(
  tx: Transaction<Schema>,
  { clock, secrets }: TokenDeps,
  scope: CodeScope,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + limits.tokenValidFor)
  await putToken(tx, bindingOf(secrets, scope), { tokenHash: hashOf(token), expiresAt })
  return token
}

/** Spends a token. Returns false unless it is valid for exactly this scope. */
export const spendToken = (
  tx: Transaction<Schema>,
  { clock, secrets }: TokenDeps,
  scope: CodeScope,
  token: string,
): Promise<boolean> => takeToken(tx, bindingOf(secrets, scope), hashOf(token), clock.now())

/** True where a token is valid for exactly this scope. */
export const isTokenValid = (
  db: Kysely<Schema>,
  { clock, secrets }: TokenDeps,
  scope: CodeScope,
  token: string,
): Promise<boolean> => hasToken(db, bindingOf(secrets, scope), hashOf(token), clock.now())

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
