import type { AccountId } from '@hongyan/contract/ids'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller } from '../../../http/implement.ts'
import { homePhone, type Identifier, readIdentifier } from '../../../kit/identifier.ts'
import type { Proof } from '../../../kit/proof.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { scenes } from './scenes.ts'
import { findBehind, type Reachable, readReachable } from './store.ts'

/** What both calls name. */
export interface Named {
  readonly scene: VerificationScene
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** The same, read, with the accounts that it is about. */
export interface Asked extends Proof {
  readonly kind: 'phone' | 'email'
  readonly caller: Reachable | null
  /** The account that the target belongs to. Whether there is one must never show in an answer, nor in its time. */
  readonly behind: Reachable | null
}

/** Reads a call by the rules of its scene. The same is asked of the database whoever the target belongs to. */
export async function readAsked(db: Kysely<Schema>, session: Caller | null, named: Named): Promise<Asked> {
  const { scene } = named
  const rules = scenes[scene]
  if (rules.of === 'account' && session === null) throw new Refusal('unauthenticated')
  const kind = named.phone === undefined ? 'email' : 'phone'
  if (rules.proves !== 'either' && rules.proves !== kind) throw new Refusal('restricted_params', { field: kind })
  // Whoever signs in or up is nobody yet, even in a browser that has a session.
  const caller = rules.of === 'account' && session !== null ? await readReachable(db, session.account) : null
  const target = targetOf(named, caller)
  const behind = await findBehind(db, target)
  if (caller !== null) refuseWrongTarget(scene, kind, caller.id === behind?.id)
  return { scene, kind, target, caller, behind, owner: ownerOf(scene, caller, behind) }
}

/** To verify is to prove what one has; to bind and to change, what one has not. */
function refuseWrongTarget(scene: VerificationScene, kind: 'phone' | 'email', isOwn: boolean): void {
  if (isOwn !== (scenes[scene].purpose === 'verify')) throw new Refusal('invalid_request', { field: kind })
}

function targetOf({ scene, phone, email }: Named, caller: Reachable | null): Identifier {
  if (phone === undefined) return { email: (email ?? '').toLowerCase() }
  if (caller !== null) return { phones: [{ phone: homePhone(phone, caller.partition) }] }
  // Nobody knows yet where a new account is at home.
  if (scenes[scene].purpose === 'signup' && !phone.startsWith('+')) {
    throw new Refusal('invalid_phone_number', { field: 'phone' })
  }
  return readIdentifier(phone)
}

function ownerOf(scene: VerificationScene, caller: Reachable | null, behind: Reachable | null): AccountId | null {
  if (caller !== null) return caller.id
  return scenes[scene].purpose === 'signup' ? null : (behind?.id ?? null)
}
