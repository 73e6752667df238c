import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { UNKNOWN_FOR } from '../pipeline/next.ts'
import type { MessageState } from './messages.ts'
import { lastFour } from './of-recipient.ts'

/** A fact about one of our messages by its id: the result of a submission or a query, or the end of a deadline. */
export interface OwnFact {
  readonly kind: 'own'
  readonly account: AccountId
  readonly id: MessageId
  readonly upstream: string
  readonly status: MessageStatus
  /** An upstream was seen to have the message. */
  readonly evidence: boolean
  /** The upstream's ids of the parts, where this fact brought them. */
  readonly remoteIds: readonly string[]
  readonly toLast4: string
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
  /** No further fact is expected. */
  readonly givenUp: boolean
  /** The submission that the fact is the result of, from 1; 0 where it is none. */
  readonly attempt: number
  /** Milliseconds between the submission and its result; null where the fact is no result. */
  readonly latency: number | null
  /** The row that the message has until now, where the fact's source knows it. */
  readonly before: MessageState | null
}

/** The upstream of a fact that concerns none. */
export const NO_UPSTREAM = ''

/** A fact about a message with a status, and no more than that. */
export const ownFact = (
  upstream: string,
  message: { readonly account: AccountId; readonly id: MessageId; readonly to: string },
  status: MessageStatus,
): OwnFact => ({
  kind: 'own',
  account: message.account,
  id: message.id,
  upstream,
  status,
  evidence: false,
  remoteIds: [],
  toLast4: lastFour(message.to),
  error: null,
  upstreamCode: null,
  givenUp: false,
  attempt: 0,
  latency: null,
  before: null,
})

/** A fact by the upstream's id of a part: a receipt. */
export interface ReceiptFact {
  readonly kind: 'receipt'
  readonly upstream: string
  readonly remoteId: string
  readonly part: number
  readonly status: MessageStatus
  readonly upstreamCode: string
  readonly error: ErrorCode | null
  readonly to: string | null
}

export type GatewayFact = OwnFact | ReceiptFact

/** A fact whose message is known. */
export interface PlacedFact {
  readonly account: AccountId
  readonly message: MessageId
  readonly upstream: string
  readonly remoteId: string
  readonly part: number
  readonly status: MessageStatus
  readonly evidence: boolean
  readonly givenUp: boolean
  /** A receipt that came too late for an unknown message. */
  readonly late: boolean
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
  readonly attempt: number
  readonly latency: number | null
  /** The row that the message has until now, where the fact's source knows it. */
  readonly before: MessageState | null
  /** Parts that the fact says the upstream has, to be written as hand-overs. */
  readonly handovers: readonly string[]
  readonly toLast4: string
}

export const placeOwn = (fact: OwnFact): PlacedFact => ({
  account: fact.account,
  message: fact.id,
  upstream: fact.upstream,
  remoteId: fact.remoteIds[0] ?? '',
  part: 0,
  status: fact.status,
  evidence: fact.evidence,
  givenUp: fact.givenUp,
  late: false,
  error: fact.error,
  upstreamCode: fact.upstreamCode,
  attempt: fact.attempt,
  latency: fact.latency,
  before: fact.before,
  handovers: fact.remoteIds,
  toLast4: fact.toLast4,
})

/** The message and part that an upstream's id belongs to. */
export interface Place {
  readonly account: AccountId
  readonly message: MessageId
  readonly part: number
  /** When the part was handed over. */
  readonly at: Date
}

/** A receipt is evidence: the upstream has had the message. */
export const placeReceipt = (fact: ReceiptFact, { account, message, part, at }: Place, now: Date): PlacedFact => ({
  account,
  message,
  upstream: fact.upstream,
  remoteId: fact.remoteId,
  part: fact.part === 0 ? part : fact.part,
  status: fact.status,
  evidence: true,
  givenUp: false,
  late: now.getTime() - at.getTime() > UNKNOWN_FOR,
  error: fact.error,
  upstreamCode: fact.upstreamCode,
  attempt: 0,
  latency: null,
  before: null,
  handovers: [],
  toLast4: '',
})
