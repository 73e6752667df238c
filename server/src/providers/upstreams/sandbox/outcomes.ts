import type { ErrorCode } from '@hongyan/contract/errors'
import { MessageStatus, type MessageStatus as Status } from '@hongyan/contract/vocabulary/message'

/** A receipt that the sandbox will deliver. */
export interface PlannedReceipt {
  readonly status: Status
  readonly upstreamCode: string
  readonly error: ErrorCode | null
  /** Milliseconds after the submission. */
  readonly after: number
}

export type Plan =
  | { readonly kind: 'accepted'; readonly receipts: readonly PlannedReceipt[] }
  | {
      readonly kind: 'refused'
      readonly status: Status
      readonly error: ErrorCode
      readonly code: string
    }
  | { readonly kind: 'deferred'; readonly error: ErrorCode; readonly code: string }
  | { readonly kind: 'unauthorized'; readonly code: string }

const receipt = (
  status: Status,
  upstreamCode: string,
  after: number,
  error: ErrorCode | null = null,
): PlannedReceipt => ({
  status,
  upstreamCode,
  after,
  error,
})
const accepted = (...receipts: PlannedReceipt[]): Plan => ({ kind: 'accepted', receipts })
const refused = (status: Status, error: ErrorCode, code: string): Plan => ({ kind: 'refused', status, error, code })
const deferred = (code: string): Plan => ({ kind: 'deferred', error: 'no_upstream_available', code })

const delivered = (after: number) => receipt(MessageStatus.Delivered, 'DELIVRD', after)

/**
 * The magic recipients, by the last four digits of any number. A throttled recipient is accepted at its second attempt.
 * Every other number is delivered after one to two seconds.
 */
const byLastFour: Readonly<Record<string, (attempt: number) => Plan>> = {
  '0000': () => accepted(delivered(500)),
  '0001': () => refused(MessageStatus.Rejected, 'upstream_refused', 'REJECTD'),
  '0002': () => accepted(receipt(MessageStatus.Undelivered, 'UNDELIV', 1_000, 'undelivered')),
  '0003': () => accepted(receipt(MessageStatus.Expired, 'EXPIRED', 1_000, 'expired')),
  '0004': () => accepted(receipt(MessageStatus.Failed, 'BLOCKED', 1_000, 'blocked_by_carrier')),
  '0005': () => accepted(),
  '0006': () => accepted(delivered(60_000)),
  '0007': () => deferred('500'),
  '0008': () => accepted(delivered(1_000)),
  '0009': (attempt) => (attempt === 1 ? deferred('THROTTLED') : accepted(delivered(1_000))),
  '0010': () => accepted(delivered(1_000), receipt(MessageStatus.Read, 'READ', 2_500)),
  '0011': () =>
    accepted(
      receipt(MessageStatus.Undelivered, 'UNDELIV', 1_500, 'undelivered'),
      delivered(1_000),
      delivered(1_000),
      receipt(MessageStatus.Sent, 'ENROUTE', 2_000),
    ),
}

/** Returns what the sandbox does with one submission. `jitter` is from 0 to 1. */
export function planFor(to: string, attempt: number, jitter: number): Plan {
  return byLastFour[to.slice(-4)]?.(attempt) ?? accepted(delivered(1_000 + Math.floor(jitter * 1_000)))
}
