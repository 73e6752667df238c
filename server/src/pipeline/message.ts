import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, CredentialId, MessageId } from '@hongyan/contract/ids'
import type { RetentionDays } from '@hongyan/contract/limits/messaging'
import type { Micros } from '@hongyan/contract/money'
import type { AccountStatus, Currency, Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel, MessageScene } from '@hongyan/contract/vocabulary/message'

/** What an account decided about its messages (ruling 11). */
export interface Configured {
  /** The sender of a request that names none; null where the account may not choose its sender. */
  readonly sender: string | null
  /** Milliseconds for which a message may wait for its hand-over; null: by scene. */
  readonly validity: number | null
  /** Days for which bodies are kept; 0: until their message has come to its end. */
  readonly retentionDays: RetentionDays
}

/** What an account may do, as one immutable value; the gateway keeps it fresh within five seconds. */
export interface Rules {
  readonly account: AccountId
  readonly partition: Partition
  readonly currency: Currency
  readonly status: AccountStatus
  readonly level: TrustLevel
  /** Parts a second; 0 is unlimited. */
  readonly rate: number
  /** Which of sender and template the account chooses freely. */
  readonly wildcard: { readonly signature: boolean; readonly template: boolean }
  readonly payForDelivered: boolean
  /** The scenes that the account may send (screens S12). */
  readonly scenes: readonly MessageScene[]
  /** The limits of the trust levels and the rule of enabled countries hold (off in sandbox mode unless TRUST=strict). */
  readonly strictTrust: boolean
  /** The enabled countries, the home country among them; null for a house account, which has no such rule. */
  readonly countries: ReadonlySet<string> | null
  /** IANA name of the account's time zone, which its days are counted in (ruling 30). */
  readonly zone: string
  /** Numbers the account has proved, in E.164. */
  readonly provedNumbers: readonly string[]
  readonly configured: Configured
}

export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'content'; readonly text: string }
  | { readonly kind: 'template'; readonly templateId: string }

/** A request as it came, already of the right shape: 1 to 100 recipients. */
export interface Draft {
  readonly recipients: readonly string[]
  readonly content: Content
  readonly signature?: string
  readonly scene: MessageScene
}

/** One recipient that may be sent to. */
export interface CheckedRecipient {
  readonly to: string
  readonly country: string
  readonly callingCode: string
  readonly text: string
  readonly sender: string | null
  readonly unicode: boolean
  readonly parts: number
}

/** One recipient that may not; `to` is as given when it is no number. */
export interface RefusedRecipient {
  readonly to: string
  readonly country: string | null
  readonly callingCode: string | null
  readonly code: ErrorCode
  /** What would have gone out; null where there is nobody to write to. */
  readonly text: string | null
}

export type Outcome<T> = { readonly ok: T } | { readonly refused: RefusedRecipient }

/** A request whose recipients are all checked; at least one may be sent to. */
export interface Checked {
  readonly scene: MessageScene
  readonly recipients: readonly Outcome<CheckedRecipient>[]
}

export interface PricedRecipient extends CheckedRecipient {
  readonly unitPrice: Micros
  readonly price: Micros
}

export interface Priced {
  readonly scene: MessageScene
  readonly recipients: readonly Outcome<PricedRecipient>[]
  readonly total: Micros
}

/** A foreseen no to a whole request, with the field that caused it where there is one. */
export interface Refused {
  readonly refused: ErrorCode
  readonly field?: string
}

export const isRefused = (value: object): value is Refused => 'refused' in value

/** A rule that counts: `cost` more may be used of `limit` in the window that began at `windowStart`. */
export interface LimitClaim {
  /** The refusal of a request that exceeds the limit. */
  readonly code: 'daily_cap_new' | 'daily_cap_paid'
  readonly key: string
  readonly windowStart: Date
  readonly limit: bigint
  readonly cost: bigint
  /** Seconds until the window ends, for Retry-After. */
  readonly retryAfter: number
}

/** Single use of something by a credential: a nonce, or an idempotency key that remembers its answer. A request without a credential has none. */
export interface RequestClaim {
  readonly kind: 'nonce' | 'key'
  /** The action of an idempotency key, which is part of its scope (semantics D6); empty for a nonce. */
  readonly action: string
  readonly key: string
  /** SHA-256 of the raw body. */
  readonly bodyHash: Buffer
  /** Milliseconds for which it is remembered. */
  readonly keptFor: number
}

/** Everything admit needs to decide about a request and to write it down. */
export interface PricedRequest {
  readonly rules: Rules
  /** Null where the product itself sends. */
  readonly credential: CredentialId | null
  readonly channel: MessageChannel
  readonly requestId: string
  readonly clientRef: string | null
  readonly priced: Priced
  readonly requestClaims: readonly RequestClaim[]
  readonly limitClaims: readonly LimitClaim[]
}

/** An accepted message on its way to its upstream, with all that the hand-over needs. */
export interface QueuedMessage {
  readonly account: AccountId
  readonly id: MessageId
  readonly upstream: string
  readonly channel: MessageChannel
  readonly scene: MessageScene
  readonly to: string
  readonly sender: string | null
  readonly text: string
  readonly parts: number
  readonly price: Micros
  /** The account pays for delivered messages only. */
  readonly payForDelivered: boolean
  readonly acceptedAt: Date
  readonly validUntil: Date
  /** Counts submissions, from 1. */
  readonly attempt: number
  /** The account's rate in parts a second; 0 is unlimited. */
  readonly rate: number
}
