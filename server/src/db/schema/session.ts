import type { AccountId, SessionId } from '@hongyan/contract/ids'

export interface SessionTable {
  account_id: AccountId
  id: SessionId
  token_hash: Buffer
  created_at: Date
  seen_at: Date
  expires_at: Date
  address: string
  user_agent: string
  proved_at: Date
}

interface SignInPlaceTable {
  account_id: AccountId
  place_hash: Buffer
  seen_at: Date
}

export interface SessionTables {
  session: SessionTable
  sign_in_place: SignInPlaceTable
}
