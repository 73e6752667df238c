import type { AccountId } from '@hongyan/contract/ids'
import { credentials } from '@hongyan/contract/limits'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { recordAct } from '../../../audit/log.ts'
import { notify } from '../../../notices/notify.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { readIdentifier } from '../../../kit/identifier.ts'
import type { Verification } from '../../../kit/verification.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { concerning, openOrAsk, pairOf, type SignInDeps, type Started, started } from './service.ts'
import { endSessions, type EndSessionsDeps } from './sessions.ts'
import * as store from './store.ts'

/** The work of other features, handed in. */
export interface ByCodeDeps extends SignInDeps, EndSessionsDeps {
  /** Whether a token is good for exactly this; if so, it is spent. */
  readonly spendToken: (tx: Transaction<Schema>, verification: Verification, token: string) => Promise<boolean>
  /** Ends every code and token that was sent for an account. */
  readonly endCodes: (tx: Transaction<Schema>, account: AccountId) => Promise<void>
  readonly setPassword: (tx: Transaction<Schema>, account: AccountId, password: string) => Promise<void>
}

export interface Tokened {
  readonly identifier: string
  readonly token: string
}

const PASSWORD = { field: 'password', before: credentials.secretMask, after: credentials.secretMask }

/** Signs in whoever has proved the phone or e-mail of an account. */
export async function startSessionByCode(
  deps: ByCodeDeps,
  proof: Tokened,
  source: Source,
  before: Caller | null,
): Promise<Started> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    // A reset waits for this session, and then ends it with the others; one that came first has ended the token.
    const owner = await ownerByToken(tx, deps, 'verif_signin', proof)
    return openOrAsk(tx, deps, owner, source, before)
  })
  return started(outcome)
}

/**
 * Gives an account a new password and ends all its sessions, codes and tokens: whoever read the owner's letters before has
 * nothing left. Whoever did so may sign in from here at once.
 */
export async function resetPassword(
  deps: ByCodeDeps,
  { password, ...proof }: Tokened & { readonly password: string },
  source: Source,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const owner = await ownerByToken(tx, deps, 'verif_reset_password', proof)
    await deps.setPassword(tx, owner.id, password)
    await endSessions(tx, deps, owner.id)
    await deps.endCodes(tx, owner.id)
    await store.forgetAttempts(tx, pairOf(owner.id, source.address))
    await notify(txOf(tx), { account: owner.id, kind: 'password_changed', values: {}, at: deps.clock.now() })
    const { action, address, userAgent } = source
    const act = { account: owner.id, actor: 'visitor', action, address, userAgent } as const
    await recordAct(txOf(tx), act, deps.clock.now(), [PASSWORD])
  })
}

/** The account before its tokens, as wherever both are held. An unknown one is asked for its token like a known one, and has none. */
async function ownerByToken(
  tx: Transaction<Schema>,
  { spendToken }: ByCodeDeps,
  scene: VerificationScene,
  { identifier, token }: Tokened,
): Promise<store.Owner> {
  const target = readIdentifier(identifier)
  const owner = await store.takeOwner(tx, target)
  const spent = await spendToken(tx, { scene, target, owner: owner?.id ?? null }, token)
  if (owner === null || !spent) throw new Refusal('invalid_token', { field: 'token', ...concerning(owner) })
  return owner
}
