import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, BroadcastId, CredentialId, MessageId, RateRuleId, SignatureId } from '@hongyan/contract/ids'
import type { RetentionDays } from '@hongyan/contract/limits/messaging'
import type { Micros } from '@hongyan/contract/money'
import type { AccountStatus, Currency, Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel, MessageScene } from '@hongyan/contract/vocabulary/message'
import type { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { CapKind, RateScope, RateWindow } from '@hongyan/contract/vocabulary/rate-limiting'
import type { TemplateVariable } from '@hongyan/contract/vocabulary/template'
import type { ListedRecipients } from './listed.ts'
import type { OpenPeriod } from './hours-calendar.ts'
import type { PlannedRoute, RouteState } from './planned-route.ts'
import type { RateLimits, RateRule } from './rate-limits.ts'
import type { Moment } from './rate-windows.ts'
import type { AccountRouting, TemplateMappings } from './route.ts'
import type { ShownSender } from './shown-sender.ts'

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
  /** Approved mainland messages are tried at carriers that have not filed them. */
  readonly sendsUnfiled: boolean
  /** The account's sender IDs, in whatever state. */
  readonly senders: readonly Sender[]
  /** The limits that the owner set; null where none is in force. */
  readonly rateLimits: RateLimits | null
  /** The rules that choose the channel of a message; null: the product's own carries everything. */
  readonly routing: AccountRouting | null
}

/** A sender ID as the checks need it (semantics D14). */
export interface Sender {
  readonly id: SignatureId
  readonly name: string
  readonly status: ReviewStatus
  /** Usable to +86, and everywhere else. */
  readonly mainland: boolean
  readonly international: boolean
  readonly scenes: readonly MessageScene[]
  readonly isDefault: boolean
  /** When the automatic check passed it, in milliseconds; null before. */
  readonly checkedAt: number | null
  /** Filed at every mainland carrier. */
  readonly isFiled: boolean
  /** The end of a third party's authorisation, in milliseconds; null for an own name. */
  readonly expiresAt: number | null
}

/** The version of a template that messages use (semantics D8). */
export interface SendTemplate {
  /** The id of the template, or the code of a public one. */
  readonly id: string
  readonly code: string | null
  readonly version: number
  readonly name: string
  readonly scene: MessageScene
  readonly content: string
  readonly variables: readonly TemplateVariable[]
  /** The only sender that may carry it; null for any. */
  readonly signature: SignatureId | null
  /** A person approved it; else the automatic check alone did, at this moment in milliseconds. */
  readonly isApproved: boolean
  readonly checkedAt: number
  /** Filed at every mainland carrier. */
  readonly isFiled: boolean
  /** Its ids at the account's channels; empty for a public one. */
  readonly mappings: TemplateMappings
}

/** The template that a mainland text was written by, or why it has none (semantics D15). */
export type Matched =
  | { readonly template: SendTemplate; /** The codes in the text. */ readonly codes: readonly string[] }
  | { readonly nearest: string | null; readonly at: number }

/** `text` goes out as it is; before `content` and templates stands the sender's name, to +86. */
export type Content =
  | { readonly kind: 'text' | 'content'; readonly text: string; readonly matched?: Matched }
  | { readonly kind: 'template'; readonly template: SendTemplate; readonly data: Readonly<Record<string, string>> }

/** A request as it came, already of the right shape: 1 to 100 recipients. */
export interface Draft {
  readonly recipients: readonly string[]
  readonly content: Content
  readonly signature?: string
  /** The scene of free text; a template has its own. */
  readonly scene: MessageScene
  /** The recipients that are on the account's list. */
  readonly listed: ListedRecipients
  /** The moment of the request. */
  readonly now: Date
  /**
   * The part that differs from recipient to recipient, in their order, as in a broadcast. Then each recipient is decided on its
   * own: a refused one never refuses the request. Absent: the request is the unit of decision (semantics D2).
   */
  readonly each?: readonly EachRecipient[]
}

/** The part of one recipient of a broadcast. */
export interface EachRecipient {
  /** The values of the template's variables; empty for free text. */
  readonly values: Readonly<Record<string, string>>
  /** The IANA zone of its clock; null: by its number. */
  readonly zone: string | null
}

/** One recipient that may be sent to. */
export interface CheckedRecipient {
  readonly to: string
  readonly country: string
  readonly callingCode: string
  readonly text: string
  /** The signature of the message. */
  readonly sender: string | null
  /** The sender ID behind the sender; null for a name that the account chose freely. */
  readonly signature: SignatureId | null
  /** The sender as the recipient will see it. */
  readonly shown: ShownSender
  readonly unicode: boolean
  readonly parts: number
  /** The values of the template's variables; null where the request did not give them. */
  readonly values: Readonly<Record<string, string>> | null
  /** The sending hours in which it goes out; null where it may go at any time. */
  readonly period: OpenPeriod | null
}

/** One recipient that may not; `to` is as given when it is no number. */
export interface RefusedRecipient {
  readonly to: string
  readonly country: string | null
  readonly callingCode: string | null
  readonly code: ErrorCode
  /** What would have gone out; null where there is nobody to write to. */
  readonly text: string | null
  /** The limit that refuses it, where one does. */
  readonly hit?: LimitHit
}

/** The rule or cap that stopped a message, as the customer is told. */
export interface LimitHit {
  readonly code: 'recipient_rate_limited' | 'day_cap_reached' | 'country_cap_reached'
  /** The id of the rule, or the kind of the cap. */
  readonly subject: RateRuleId | CapKind
  readonly scope: RateScope | CapKind
  /** The country of a cap that has one. */
  readonly country: string | null
  /** The rule drops duplicates. */
  readonly drops: boolean
  readonly window: RateWindow
  readonly limit: number
  readonly resetAt: Date
}

/** One recipient whose message is a duplicate of an earlier one, by a rule that drops duplicates. */
export interface DroppedRecipient {
  readonly to: string
  readonly country: string
  readonly callingCode: string
  /** The first message of the window. */
  readonly first: MessageId
  readonly hit: LimitHit
}

export type Outcome<T> = { readonly ok: T } | { readonly refused: RefusedRecipient }

/** The name of the counted window of a sender ID, or of a template, that no person has approved. */
export interface PreApproved {
  readonly key: string
  /** Null: all messages of the request have the template. */
  readonly signature: SignatureId | null
}

/** A request whose recipients are all checked; at least one may be sent to, unless they are decided separately. */
export interface Checked {
  readonly scene: MessageScene
  /** The template that the text was made by; null for free text. */
  readonly template: Pick<SendTemplate, 'id' | 'version' | 'mappings'> | null
  /** The values of the template that are verification codes, which are kept masked. */
  readonly codes: readonly string[]
  /** Each recipient is decided on its own, so all of them may be refused. */
  readonly separate: boolean
  /** The sender IDs and the template in use that no person has approved yet. */
  readonly preApproved: readonly PreApproved[]
  readonly recipients: readonly Outcome<CheckedRecipient>[]
}

export interface PricedRecipient extends CheckedRecipient {
  readonly unitPrice: Micros
  readonly price: Micros
  /** The channel that the account's rules chose; null: the product's own. */
  readonly route: PlannedRoute | null
}

export interface Priced extends Pick<Checked, 'scene' | 'template' | 'codes' | 'preApproved'> {
  readonly recipients: readonly Outcome<PricedRecipient>[]
  readonly total: Micros
}

/** A foreseen no to a whole request, with the field that caused it where there is one. */
export interface Refused {
  readonly refused: ErrorCode
  readonly field?: string
  readonly details?: unknown
}

export const isRefused = (value: object): value is Refused => 'refused' in value

/** A rule that counts: `cost` more may be used of `limit` in the window that began at `windowStart`. */
export interface LimitClaim {
  /** The refusal of a request that exceeds the limit. */
  readonly code: 'daily_cap_new' | 'daily_cap_paid' | 'pre_approved_cap' | 'no_upstream_available'
  /** The channel whose spending is counted, in millionths; undefined where messages are. */
  readonly upstream?: string
  /** The sender ID whose messages are counted; undefined where all are. */
  readonly signature?: SignatureId
  readonly key: string
  readonly windowStart: Date
  readonly limit: bigint
  readonly cost: bigint
  /** Seconds until the window ends, for Retry-After. */
  readonly retryAfter: number
}

/** A claim of one recipient on a cap of the account. */
export interface CapClaim {
  readonly kind: CapKind
  readonly country: string | null
  /** Names the window's counter in the account. */
  readonly key: string
  readonly windowStart: Date
  readonly windowEnd: Date
  readonly limit: number
  /** False for a cap that only alerts: it counts, and never refuses. */
  readonly blocks: boolean
}

/** A claim of one recipient on a rule. */
export interface RuleClaim {
  readonly rule: RateRule
  /** The messages that the rule counts together with this one. */
  readonly subject: string
}

/** The claims of one recipient on the limits that the owner set. */
export interface RecipientClaims {
  readonly caps: readonly CapClaim[]
  readonly rules: readonly RuleClaim[]
}

/** The claims of a request's recipients, in their order, at one moment. */
export interface RateClaims {
  readonly moment: Moment
  readonly recipients: readonly RecipientClaims[]
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
  /** Null where the account limits nothing. */
  readonly rateClaims: RateClaims | null
  /** The recipients of a broadcast that the request sends to. */
  readonly broadcast?: BroadcastRows
}

/** Recipients of a broadcast, each of which gets one message (screens S8). */
export interface BroadcastRows {
  readonly id: BroadcastId
  /** The claim of the process that runs it. Once another has it, or it is not running, the request is refused. */
  readonly claim: string
  /** The rows of the recipients in the broadcast's list, in the order of the request. */
  readonly rows: readonly number[]
}

/** An accepted message on its way to its upstream, with all that the hand-over needs. */
export interface QueuedMessage {
  readonly account: AccountId
  readonly id: MessageId
  readonly upstream: string
  readonly channel: MessageChannel
  readonly scene: MessageScene
  readonly to: string
  /** The sender as the recipient will see it. */
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
  /** Null where the product's own channel carries it, whatever happens. */
  readonly route: RouteState | null
}
