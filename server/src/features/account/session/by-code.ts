import type { AccountId } from '@hongyan/contract/ids'
import { credentials } from '@hongyan/contract/limits/screens'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { recordAct } from '../../../audit/log.ts'
import { notify } from '../../../notices/notify.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { readIdentifier } from '../../../kit/identifier.ts'
import type { CodeScope } from '../../../kit/code-scope.ts'
import { hashPassword } from '../../../kit/password.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { concernsOf, openOrChallenge, pairOf, type SignInDeps, type Started, started } from './service.ts'
import { endSessions, type EndSessionsDeps } from './sessions.ts'
import * as store from './store.ts'

/** The dependencies of signing in by code; functions of other features are handed in. */
export interface ByCodeDeps extends SignInDeps, EndSessionsDeps {
  /** Spends a token. Returns false unless it is valid for exactly this scope. */
  readonly spendToken: (tx: Transaction<Schema>, scope: CodeScope, token: string) => Promise<boolean>
  /** True where a token is valid for exactly this scope; asked before a password is hashed for it. */
  readonly isTokenValid: (scope: CodeScope, token: string) => Promise<boolean>
  /** Ends every code and token that was sent for an account. */
  readonly endCodes: (tx: Transaction<Schema>, account: AccountId) => Promise<void>
  readonly setPassword: (tx: Transaction<Schema>, account: AccountId, passwordHash: string) => Promise<void>
}

export interface Tokened {
  readonly identifier: string
  readonly token: string
}

const PASSWORD = { field: 'password', before: credentials.secretMask, after: credentials.secretMask }

/** Signs in with a token that verifies the account's phone or email address. */
export async function startSessionByCode(
  deps: ByCodeDeps,
  request: Tokened,
  source: Source,
  before: Caller | null,
): Promise<Started> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    // Locks the account first. A simultaneous password reset waits and then ends this session; an earlier reset has
    // ended the token.
    const owner = await ownerByToken(tx, deps, 'verif_signin', request)
    return openOrChallenge(tx, deps, owner, source, before)
  })
  return started(outcome)
}

/**
 * Sets a new password and ends all sessions, codes and tokens of the account, so that a reader of the owner's earlier
 * emails keeps no access. Lifts the sign-in lock of the caller's address.
 */
export async function resetPassword(
  deps: ByCodeDeps,
  { password, ...request }: Tokened & { readonly password: string },
  source: Source,
): Promise<void> {
  await checkToken(deps, 'verif_reset_password', request)
  const passwordHash = await hashPassword(password)
  await deps.db.transaction().execute(async (tx) => {
    const owner = await ownerByToken(tx, deps, 'verif_reset_password', request)
    await deps.setPassword(tx, owner.id, passwordHash)
    await endSessions(tx, deps, owner.id)
    await deps.endCodes(tx, owner.id)
    await store.forgetAttempts(tx, pairOf(owner.id, source.address))
    await notify(txOf(tx), { account: owner.id, kind: 'password_changed', values: {}, at: deps.clock.now() })
    const { action, address, userAgent } = source
    const act = { account: owner.id, actor: 'owner', action, address, userAgent } as const
    await recordAct(txOf(tx), act, deps.clock.now(), [PASSWORD])
  })
}

/**
 * Finds the account of a token and spends the token. Locks the account before its tokens, as everywhere. An unknown
 * account takes the same queries, and the same refusal.
 */
async function ownerByToken(
  tx: Transaction<Schema>,
  { spendToken }: ByCodeDeps,
  scene: CodeScene,
  { identifier, token }: Tokened,
): Promise<store.Owner> {
  const target = readIdentifier(identifier)
  const owner = await store.takeOwner(tx, target)
  const spent = await spendToken(tx, { scene, target, owner: owner?.id ?? null }, token)
  if (owner === null || !spent) throw invalidToken(owner)
  return owner
}

/** Throws unless a token is valid; it stays so. */
async function checkToken(deps: ByCodeDeps, scene: CodeScene, { identifier, token }: Tokened): Promise<void> {
  const target = readIdentifier(identifier)
  const owner = await store.findOwner(deps.db, target)
  const valid = await deps.isTokenValid({ scene, target, owner: owner?.id ?? null }, token)
  if (owner === null || !valid) throw invalidToken(owner)
}

const invalidToken = (owner: store.Owner | null): Refusal =>
  new Refusal('invalid_token', { field: 'token', ...concernsOf(owner) })
