import type { ErrorCode } from '@hongyan/contract/errors'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { InterruptReason } from '@hongyan/contract/vocabulary/broadcast'
import type { SendCounts } from '../gateway/broadcast-progress.ts'

/**
 * The meaning of a refusal that holds for a whole request of a broadcast: it waits and goes on, another process has it or
 * its owner paused it, or a reason that interrupts it.
 */
export type Verdict = 'wait' | 'lost' | InterruptReason

const verdicts: { readonly [C in ErrorCode]?: Verdict } = {
  busy: 'wait',
  queue_full: 'wait',
  no_route: 'wait',
  cancelled: 'lost',
  insufficient_funds: 'balance',
  account_suspended: 'suspended',
  missing_signature: 'signature_revoked',
  signature_not_found: 'signature_revoked',
  signature_not_approved: 'signature_revoked',
  signature_restricted: 'signature_revoked',
  sender_unverified: 'signature_revoked',
  third_party_authorisation_expired: 'signature_revoked',
  template_not_found: 'template_revoked',
  template_not_approved: 'template_revoked',
  template_restricted: 'template_revoked',
  no_template: 'template_revoked',
  content_restricted: 'template_revoked',
  daily_cap_new: 'cap',
  daily_cap_paid: 'cap',
  pre_approved_cap: 'cap',
  day_cap_reached: 'cap',
  country_cap_reached: 'cap',
  no_upstream_available: 'cap',
  scene_restricted: 'cap',
}

/** Throws for a refusal that no request of a broadcast can get. */
export function verdictOf(code: ErrorCode): Verdict {
  const verdict = verdicts[code]
  if (verdict === undefined) throw new Error(`a request of a broadcast was refused with ${code}`)
  return verdict
}

/** True where a smaller request may fit: what is left of the funds or of a cap goes to as many recipients as it can. */
export const mayFitInPart = (verdict: Verdict): boolean => verdict === 'balance' || verdict === 'cap'

/** The recipients whose messages were accepted. */
export const acceptedOf = ({ waiting, sent, delivered, failed }: SendCounts): number =>
  waiting + sent + delivered + failed

/** The first messages: on, held, or still to be watched. */
export function canaryVerdict(counts: SendCounts, isOver: boolean): 'passed' | 'held' | 'watched' {
  const { waiting, sent, delivered } = counts
  if (waiting + sent > 0 && !isOver) return 'watched'
  return delivered * 100 < limits.canaryDelivered * acceptedOf(counts) ? 'held' : 'passed'
}

/** The rule "pause if more than x % fail", over the messages that ended since the owner last let it go on. */
export function isBroken(
  counts: Pick<SendCounts, 'delivered' | 'failed'>,
  before: { readonly delivered_before: number; readonly failed_before: number },
  stopAbove: number | null,
): boolean {
  if (stopAbove === null) return false
  const failed = counts.failed - before.failed_before
  const ended = failed + counts.delivered - before.delivered_before
  return ended >= limits.breakerFrom && failed * 100 > stopAbove * ended
}

const SECONDS_AHEAD = 2
const LEAST_AHEAD = 200
/** For an account without a rate: the window of a link some times over. */
const AHEAD_WITHOUT_RATE = 2_000

/**
 * The most parts of an account that a broadcast lets wait for their hand-over: about two seconds of its rate, so that a
 * pause works at once and the account's own codes do not wait behind it.
 */
export const mostAhead = (rate: number): number =>
  rate === 0 ? AHEAD_WITHOUT_RATE : Math.max(LEAST_AHEAD, rate * SECONDS_AHEAD)
