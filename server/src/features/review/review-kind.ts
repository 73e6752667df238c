import type { AccountId } from '@hongyan/contract/ids'
import type { ReviewStatus } from '@hongyan/contract/vocabulary/review'

/** A submission that waits for a reviewer. Personal data in it is masked. */
export interface Waiting {
  /** The kind of the submission, such as `verification`. */
  readonly kind: string
  readonly id: string
  readonly version: number
  /** The owner's email address or phone, or the account's id. */
  readonly owner: string
  readonly type: string
  readonly status: ReviewStatus
  readonly name: string
  readonly submitted_at: Date
}

/** A submission with everything that a reviewer compares. */
export interface Reviewed extends Omit<Waiting, 'owner' | 'name'> {
  readonly account: AccountId
  readonly fields: readonly { readonly field: string; readonly label: string; readonly value: string }[]
  /** The reasons of the last rejection. */
  readonly reasons: readonly { readonly field: string; readonly code: string; readonly what: string }[]
}

/** A decision on the submission with this id, in this version where one is named. */
export interface Decision {
  readonly id: string
  readonly version: number | null
  /** The reviewer's name. */
  readonly by: string
  /** An approval ends without notice. */
  readonly now: boolean
}

/** A refused field and the code of its reason, as typed. */
export interface TypedReason {
  readonly field: string
  readonly reason: string
}

type Decided = {
  readonly account: AccountId
  readonly status: ReviewStatus
  /** The announced end of an approval. */
  readonly until?: Date
} | null

/** A kind of submission that people review. A decision returns null where the submission does not allow it. */
export interface ReviewKind {
  readonly list: () => Promise<readonly Waiting[]>
  /** Null where this kind has no such submission. Records who saw it. */
  readonly show: (id: string, by: string) => Promise<Reviewed | null>
  readonly approve: (decision: Decision) => Promise<Decided>
  /** Throws a StartError for an unknown field or reason. */
  readonly reject: (decision: Decision, reasons: readonly TypedReason[]) => Promise<Decided>
  /** Takes back the announced end of an approval. */
  readonly keep: (decision: Decision) => Promise<Decided>
}
