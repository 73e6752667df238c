import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import type { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Generated } from 'kysely'

export interface CredentialTable {
  account_id: AccountId
  id: CredentialId
  key: string
  sealed_secret: string
  mode: AuthMode
  type: CredentialType
  scene: Generated<MessageScene>
  system_id: string | null
  sealed_password: string | null
  created_at: Date
  last_used_at: Date | null
  last_used_from: string | null
}

interface CredentialUseTable {
  account_id: AccountId
  credential_id: CredentialId
  hour: Date
  signed: boolean
  address: string
  requests: number
}

export interface CredentialsTables {
  credential: CredentialTable
  credential_use: CredentialUseTable
}
