import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'

/** Something learnt about one of our messages by name: what a submit, a query or a clock said. */
export interface OwnFact {
  readonly kind: 'own'
  readonly account: AccountId
  readonly id: MessageId
  readonly upstream: string
  readonly status: MessageStatus
  /** An upstream was seen to have the message. */
  readonly evidence: boolean
  /** The upstream's names of the parts, where this fact brought them. */
  readonly remoteIds: readonly string[]
  readonly toLast4: string
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
  /** Nothing more is expected. */
  readonly givenUp: boolean
}

/** What our side knows of a message, with nothing learnt yet. */
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
  toLast4: message.to.slice(-4),
  error: null,
  upstreamCode: null,
  givenUp: false,
})

/** Something learnt by the upstream's name of a part: a receipt. */
export interface ReceiptFact {
  readonly kind: 'receipt'
  readonly upstream: string
  readonly remoteId: string
  readonly part: number
  readonly status: MessageStatus
  readonly upstreamCode: string
  readonly error: ErrorCode | null
  readonly to: string | null
  /** When it came in, for the minute that it may wait for its submit reply (milliseconds of the house's clock). */
  readonly since: number
}

export type GatewayFact = OwnFact | ReceiptFact

/** A fact with its message known. */
export interface PlacedFact {
  readonly account: AccountId
  readonly message: MessageId
  readonly upstream: string
  readonly remoteId: string
  readonly part: number
  readonly status: MessageStatus
  readonly evidence: boolean
  readonly givenUp: boolean
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
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
  error: fact.error,
  upstreamCode: fact.upstreamCode,
})
