import type { AccountId, CredentialId, RefusedRequestId } from '@hongyan/contract/ids'
import type { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'

export interface CredentialTable {
  account_id: AccountId
  id: CredentialId
  /** The AccessKey ID. */
  key: string
  sealed_secret: string
  mode: AuthMode
  type: CredentialType
  /** The scene of free text that names none. */
  scene: MessageScene
  /** The bind parameters of an SMPP credential. */
  system_id: string | null
  sealed_password: string | null
  created_at: Date
  last_used_at: Date | null
  last_used_from: string | null
}

interface CredentialUseTable {
  account_id: AccountId
  credential_id: CredentialId
  /** The hour that `requests` are counted in. */
  hour: Date
  signed: boolean
  /** The IP address of the requests. */
  address: string
  requests: number
}

interface RequestLogTable {
  account_id: AccountId
  id: RefusedRequestId
  credential_id: CredentialId
  at: Date
  action: string
  code: string
  /** The IP address of the caller. */
  address: string
  request_id: string
  /** The owner's limit that refused it, as JSON. */
  detail: string | null
}

export interface CredentialsTables {
  credential: CredentialTable
  credential_use: CredentialUseTable
  request_log: RequestLogTable
}
