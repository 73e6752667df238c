import type { AccountId, PasskeyId } from '@hongyan/contract/ids'
import type { Generated } from 'kysely'

interface TotpTable {
  account_id: AccountId
  pending: boolean
  sealed_secret: string
  since: Date
  last_step: Generated<bigint>
}

export interface RecoveryCodeTable {
  account_id: AccountId
  sealed_key: string
  hashes: Buffer[]
  made_at: Date
}

export interface PasskeyTable {
  account_id: AccountId
  id: PasskeyId
  credential_id: string
  rp_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export interface ProofQuestionTable {
  key_hash: Buffer
  account_id: AccountId | null
  network: string
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
