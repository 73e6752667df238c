import type { AccountId } from '@hongyan/contract/ids'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller } from '../../../http/implement.ts'
import { homePhone, type Identifier, readIdentifier } from '../../../kit/identifier.ts'
import type { Verification } from '../../../kit/verification.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { scenes } from './scenes.ts'
import { findHolder, type AccountContact, readContact } from './store.ts'

/** What both calls name. */
export interface NamedTarget {
  readonly scene: VerificationScene
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** The same, read, with the accounts that it is about. */
export interface CodeRequest extends Verification {
  readonly kind: 'phone' | 'email'
  readonly caller: AccountContact | null
  /** The account that the target belongs to. Whether there is one must never show in an answer, nor in its time. */
  readonly holder: AccountContact | null
}

/** Reads a call by the rules of its scene. The same is request of the database whoever the target belongs to. */
export async function readCodeRequest(
  db: Kysely<Schema>,
  session: Caller | null,
  named: NamedTarget,
): Promise<CodeRequest> {
  const { scene } = named
  const rules = scenes[scene]
  if (rules.of === 'account' && session === null) throw new Refusal('unauthenticated')
  const kind = named.phone === undefined ? 'email' : 'phone'
  if (rules.proves !== 'either' && rules.proves !== kind) throw new Refusal('restricted_params', { field: kind })
  // Whoever signs in or up is nobody yet, even in a browser that has a session.
  const caller = rules.of === 'account' && session !== null ? await readContact(db, session.account) : null
  const target = targetOf(named, caller)
  const holder = await findHolder(db, target)
  if (caller !== null) refuseWrongTarget(scene, kind, caller.id === holder?.id)
  return { scene, kind, target, caller, holder, owner: ownerOf(scene, caller, holder) }
}

/** To verify is to prove what one has; to bind and to change, what one has not. */
function refuseWrongTarget(scene: VerificationScene, kind: 'phone' | 'email', isOwn: boolean): void {
  if (isOwn !== (scenes[scene].purpose === 'verify')) throw new Refusal('invalid_request', { field: kind })
}

function targetOf({ scene, phone, email }: NamedTarget, caller: AccountContact | null): Identifier {
  if (phone === undefined) return { email: (email ?? '').toLowerCase() }
  if (caller !== null) return { phones: [{ phone: homePhone(phone, caller.partition) }] }
  // Nobody knows yet where a new account is at home.
  if (scenes[scene].purpose === 'signup' && !phone.startsWith('+')) {
    throw new Refusal('invalid_phone_number', { field: 'phone' })
  }
  return readIdentifier(phone)
}

function ownerOf(
  scene: VerificationScene,
  caller: AccountContact | null,
  holder: AccountContact | null,
): AccountId | null {
  if (caller !== null) return caller.id
  return scenes[scene].purpose === 'signup' ? null : (holder?.id ?? null)
}
