import type { ErrorCode } from '@hongyan/contract/errors'
import type { MessageChannel, MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Loop } from '../../jobs/loop.ts'

/** One message on its way out. */
export interface HandOver {
  /** Our name for it: the message's id as 32 hex digits. */
  readonly reference: string
  readonly channel: MessageChannel
  readonly to: string
  readonly sender: string | null
  readonly text: string
  readonly parts: number
  readonly scene: MessageScene
  /** 1 for the first try at this upstream. */
  readonly attempt: number
}

/**
 * What an upstream said to one hand-over. `accepted` names each part by the upstream's own id, in order (one id when it
 * takes the message whole). `refused` is certain non-acceptance; `again` says that it may be tried again. Anything that
 * leaves a doubt is `unknown` and is never retried.
 */
export type Submitted =
  | { readonly kind: 'accepted'; readonly remoteIds: readonly string[] }
  | {
      readonly kind: 'refused'
      readonly status: MessageStatus
      readonly error: ErrorCode
      readonly upstreamCode: string
      readonly again: boolean
    }
  | { readonly kind: 'unknown' }

/** A delivery receipt, already in our statuses. */
export interface Receipt {
  readonly remoteId: string
  /** The part it speaks of, from 1; 0 when the upstream gives one for the whole. */
  readonly part: number
  readonly status: MessageStatus
  readonly upstreamCode: string
  readonly error: ErrorCode | null
  /** The recipient, where the upstream repeats it: ids are reused. */
  readonly to: string | null
}

/** What a query found under our reference: the upstream's ids of the parts it has. Empty: it certainly has none. */
export type Found = ReadonlyMap<string, readonly string[]>

/** A way out of the house. Every adapter passes the shared suite beside this file. */
export interface Upstream {
  readonly code: string
  /** The most messages that may be on their way at once. */
  readonly window: number
  /** Parts a second; 0 is unlimited. */
  readonly rate: number
  /** Hands a batch over; the answers stand in the order of the messages. It never throws for a single message's sake. */
  readonly submit: (messages: readonly HandOver[]) => Promise<readonly Submitted[]>
  /** Asks what became of hand-overs whose answer was lost. Throws when the upstream cannot be asked. */
  readonly find: (references: readonly string[]) => Promise<Found>
  /** Begins to hand in receipts. A receipt is let go only when `settled` has resolved. Returns a stop. */
  readonly listen: (settled: (receipts: readonly Receipt[]) => Promise<void>) => () => Promise<void>
  /** Its other periodic work, for the registry of loops. */
  readonly loops?: readonly Loop[]
}
