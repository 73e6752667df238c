import type { AccountId } from '@hongyan/contract/ids'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { notify } from '../../../notices/notify.ts'
import { txOf } from '../../../db/tx.ts'
import type { GuardDeps } from './deps.ts'
import { spendRecoveryCode } from './recovery.ts'
import type { Site } from './site.ts'
import { findPasskey, notePasskeyUse, readTotp, takeStep } from './store.ts'
import { sealedTotp, stepOf } from './totp.ts'
import { counterOf, CREDENTIAL_ID_MAX, type Json } from './webauthn.ts'

/** The answer to a challenge. Exactly one field is set, as the schema of the call requires. */
export interface SecondFactorAnswer {
  readonly totp?: string | undefined
  readonly recovery?: string | undefined
  readonly passkey?: Json | undefined
}

/** The challenge that a passkey must have signed, and the site. */
export interface ExpectedChallenge {
  readonly site: Site | null
  readonly challenge: string | null
}

/**
 * Checks a second factor and uses it up: no code, and no passkey answer, works twice. Returns false where it is wrong.
 */
export async function verifySecondFactor(
  tx: Transaction<Schema>,
  deps: GuardDeps,
  account: AccountId,
  { totp, recovery, passkey }: SecondFactorAnswer,
  expected: ExpectedChallenge,
): Promise<boolean> {
  if (totp !== undefined) return spendTotp(tx, deps, account, totp)
  if (recovery !== undefined) return useRecoveryCode(tx, deps, account, recovery)
  return passkey !== undefined && (await ownerOfPasskey(tx, deps, passkey, expected)) === account
}

async function spendTotp(
  tx: Transaction<Schema>,
  { clock, secrets }: GuardDeps,
  account: AccountId,
  code: string,
): Promise<boolean> {
  const sealed = await readTotp(tx, account, false)
  if (sealed === null) return false
  const step = stepOf(secrets.open(sealed, sealedTotp(account)), code, clock.now())
  return step !== null && takeStep(tx, account, step)
}

/** Spends a recovery code and notifies the owner, because a thief of the written list could have used it. */
async function useRecoveryCode(
  tx: Transaction<Schema>,
  deps: GuardDeps,
  account: AccountId,
  code: string,
): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, deps, account, code))) return false
  const at = deps.clock.now()
  await notify(txOf(tx), { account, kind: 'second_factor_changed', values: { change: 'recovery_used' }, at })
  return true
}

/** The owner of the passkey that signed the challenge, or null. */
export async function ownerOfPasskey(
  tx: Transaction<Schema>,
  { clock }: GuardDeps,
  answer: Json,
  { site, challenge }: ExpectedChallenge,
): Promise<AccountId | null> {
  const { id } = answer
  if (site === null || challenge === null || typeof id !== 'string' || id.length > CREDENTIAL_ID_MAX) return null
  const passkey = await findPasskey(tx, id, site.rpId)
  if (passkey === undefined) return null
  const counter = await counterOf(site, challenge, passkey, answer)
  if (counter === null || !(await notePasskeyUse(tx, passkey, counter, clock.now()))) return null
  return passkey.account_id
}
