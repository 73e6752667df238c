import type { ErrorCode } from '@hongyan/contract/errors'
import type { MessageChannel, MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Loop } from '../../jobs/loop.ts'

/** A message's signature and template as its provider knows them. */
export interface RemoteTemplate {
  /** Null for a message without a signature. */
  readonly signature: string | null
  readonly template: string
  /** The values of the template's variables, in the provider's order. */
  readonly parameters: readonly string[]
}

/** One message to submit to an upstream. */
export interface HandOver {
  /** Our reference: the message's id as 32 hex digits. */
  readonly reference: string
  readonly channel: MessageChannel
  readonly to: string
  /** The sender as the recipient will see it: a name, a number, or words for one that the operators choose. */
  readonly sender: string | null
  readonly text: string
  readonly parts: number
  readonly scene: MessageScene
  /** Counts submissions to this upstream, from 1. */
  readonly attempt: number
  /** For providers that send their own templates alone; null for all others. */
  readonly remote: RemoteTemplate | null
}

/**
 * The result of one submission (semantics D1).
 * - `accepted`: the upstream has it. `remoteIds` are the upstream's ids of its parts, in order (one id when it takes
 *   the message whole).
 * - `refused`: the upstream certainly did not take it, and never will.
 * - `deferred`: the upstream certainly did not take it now, such as when it throttles; a later attempt may succeed.
 * - `unauthorized`: the provider rejected the credentials, so it certainly did not take it. Says nothing about the
 *   message.
 * - `unreachable`: no connection, so the upstream certainly did not take it. Says nothing about the message.
 * - `unknown`: the upstream may have taken it; never retried.
 */
export type Submitted =
  | { readonly kind: 'accepted'; readonly remoteIds: readonly string[] }
  | {
      readonly kind: 'refused'
      readonly status: MessageStatus
      readonly error: ErrorCode
      readonly upstreamCode: string
    }
  | { readonly kind: 'deferred'; readonly error: ErrorCode; readonly upstreamCode: string }
  | { readonly kind: 'unauthorized'; readonly upstreamCode: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unknown' }

/** A delivery receipt, with the upstream's status translated to ours. */
export interface Receipt {
  readonly remoteId: string
  /** The part, counted from 1. 0 when the upstream sends one receipt for the whole message. */
  readonly part: number
  readonly status: MessageStatus
  readonly upstreamCode: string
  readonly error: ErrorCode | null
  /** The recipient, where the upstream includes it, because upstreams reuse ids. */
  readonly to: string | null
}

/** The upstream's ids of the parts it has, by our reference. An empty list means that it certainly has none. */
export type Found = ReadonlyMap<string, readonly string[]>

/** A carrier's message interface. Every adapter passes the shared suite in `suite.ts`. */
export interface Upstream {
  readonly code: string
  /** The most submissions that may be unanswered at once. */
  readonly window: number
  /** Parts per second. 0 is unlimited. */
  readonly rate: number
  /**
   * Submits a message; the adapter batches its own writes, and what waits for one goes codes first. Never rejects: a
   * result that is lost is `unknown`. A message that is not on its way ten seconds after the call, because the process
   * stood still, is not sent: `unreachable`.
   */
  readonly submit: (message: HandOver) => Promise<Submitted>
  /** Queries submissions whose response was lost. Throws when the upstream cannot be queried. */
  readonly find: (references: readonly string[]) => Promise<Found>
  /**
   * Starts to deliver receipts. A receipt is acknowledged only after `settled` has resolved, so it may come twice.
   * Returns a function that stops it.
   */
  readonly listen: (settled: (receipts: readonly Receipt[]) => Promise<void>) => () => Promise<void>
  /** Its other periodic work, for the registry of loops. */
  readonly loops?: readonly Loop[]
}
