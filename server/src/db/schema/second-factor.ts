import type { AccountId, PasskeyId } from '@hongyan/contract/ids'
import type { Generated } from 'kysely'

interface TotpTable {
  account_id: AccountId
  /** True until the owner has entered a first code. */
  pending: boolean
  sealed_secret: string
  since: Date
  /** The last 30-second step whose code was used. */
  last_step: Generated<bigint>
}

export interface RecoveryCodeTable {
  account_id: AccountId
  /** The key of the hashes, encrypted. */
  sealed_key: string
  /** The hashes of the unused codes. */
  hashes: Buffer[]
  made_at: Date
}

export interface PasskeyTable {
  account_id: AccountId
  id: PasskeyId
  /** The WebAuthn credential id, as base64url. */
  credential_id: string
  /** The host name that the passkey is bound to. */
  rp_id: string
  public_key: Buffer
  /** The signature counter of the last use. */
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** A pending authentication: a sign-in before its second step, a step-up, or the registration of a passkey. */
export interface ProofQuestionTable {
  /** The hash of a sign-in's ticket, or of the session. */
  key_hash: Buffer
  account_id: AccountId | null
  network: string
  /** The challenge that a passkey must sign. */
  challenge: string | null
  challenge_until: Date | null
  expires_at: Date
}

export interface SecondFactorTables {
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  proof_question: ProofQuestionTable
}
