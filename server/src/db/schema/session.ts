import type { AccountId, SessionId } from '@hongyan/contract/ids'

export interface SessionTable {
  account_id: AccountId
  id: SessionId
  token_hash: Buffer
  created_at: Date
  /** When the session was last used, to the minute. */
  seen_at: Date
  expires_at: Date
  /** The IP address of the sign-in. */
  address: string
  user_agent: string
  /** When the owner was verified last: at the sign-in or by a step-up. */
  proved_at: Date
}

interface SignInPlaceTable {
  account_id: AccountId
  /** The keyed hash of a browser or of a network. */
  place_hash: Buffer
  seen_at: Date
}

interface SignInRunTable {
  account_id: AccountId
  /** The wrong passwords since the last session was opened. */
  failures: number
}

export interface SessionTables {
  session: SessionTable
  sign_in_place: SignInPlaceTable
  sign_in_run: SignInRunTable
}
