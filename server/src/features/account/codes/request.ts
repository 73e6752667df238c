import type { AccountId } from '@hongyan/contract/ids'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller } from '../../../http/implement.ts'
import { homePhone, type Identifier, readIdentifier } from '../../../kit/identifier.ts'
import type { CodeScope } from '../../../kit/code-scope.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { scenes } from './scenes.ts'
import { findHolder, type AccountContact, readContact } from './store.ts'

/** The fields of both calls about a code: sending and verifying. */
export interface NamedTarget {
  readonly scene: CodeScene
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** The parsed request, with the accounts that it concerns. */
export interface CodeRequest extends CodeScope {
  readonly kind: 'phone' | 'email'
  readonly caller: AccountContact | null
  /** The account that the target belongs to. No response, and no response time, may show whether there is one. */
  readonly holder: AccountContact | null
}

/** Parses a visitor's call by the rules of its scene, without the account that the target may belong to. */
export function readVisitorRequest(named: NamedTarget): CodeRequest {
  const { scene } = named
  const kind = kindOf(named, null)
  return { scene, kind, target: targetOf(named, null), caller: null, holder: null, owner: null }
}

/** The kind of a call's target. Throws where the scene needs a session or another kind. */
function kindOf({ scene, phone }: NamedTarget, session: Caller | null): 'phone' | 'email' {
  const rules = scenes[scene]
  if (rules.caller === 'account' && session === null) throw new Refusal('unauthenticated')
  const kind = phone === undefined ? 'email' : 'phone'
  if (rules.targetKind !== 'either' && rules.targetKind !== kind)
    throw new Refusal('restricted_params', { field: kind })
  return kind
}

/**
 * Parses a call by the rules of its scene. Sends the same queries for a known and an unknown target, so that both take
 * the same time.
 */
export async function readCodeRequest(
  db: Kysely<Schema>,
  session: Caller | null,
  named: NamedTarget,
): Promise<CodeRequest> {
  const { scene } = named
  const kind = kindOf(named, session)
  // Signing in and signing up ignore a session of the same browser.
  const caller = scenes[scene].caller === 'account' && session !== null ? await readContact(db, session.account) : null
  const target = targetOf(named, caller)
  const holder = await findHolder(db, target)
  if (caller !== null) refuseWrongTarget(scene, kind, caller.id === holder?.id)
  return { scene, kind, target, caller, holder, owner: ownerOf(scene, caller, holder) }
}

/** Refuses a target that the caller has where the scene needs another one, and the reverse. */
function refuseWrongTarget(scene: CodeScene, kind: 'phone' | 'email', isOwn: boolean): void {
  const { whose } = scenes[scene]
  if (whose === 'any' || isOwn === (whose === 'own')) return
  throw new Refusal('invalid_request', { field: kind, ...(isOwn && { rule: `same_${kind}` }) })
}

function targetOf({ scene, phone, email }: NamedTarget, caller: AccountContact | null): Identifier {
  if (phone === undefined) return { email: (email ?? '').toLowerCase() }
  if (caller !== null) return { phones: [{ phone: homePhone(phone, caller.partition) }] }
  // The partition of a new account is not known yet.
  if (scenes[scene].purpose === 'signup' && !phone.startsWith('+')) {
    throw new Refusal('invalid_phone_number', { field: 'phone' })
  }
  return readIdentifier(phone)
}

function ownerOf(scene: CodeScene, caller: AccountContact | null, holder: AccountContact | null): AccountId | null {
  if (caller !== null) return caller.id
  return scenes[scene].purpose === 'signup' ? null : (holder?.id ?? null)
}
