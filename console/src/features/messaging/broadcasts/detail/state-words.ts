import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { MINUTE } from '@hongyan/contract/durations'
import type { InterruptReason } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { TextId } from '../../../../i18n/ids.ts'
import { paths } from '../../../../lib/paths.ts'
import { isChangeable } from '../course.ts'

type State = Pick<BroadcastDetail, 'status' | 'phase' | 'reason' | 'counts' | 'plan' | 'starts_at' | 'next_at'>

/** The cause of a state and the next step. The values are written in the current language by the page. */
export interface StateWords {
  readonly text: TextId
  readonly values: Readonly<Record<string, number>>
  /** The moment that the text names. */
  readonly at: string | null
  /** The page where the cause is resolved. */
  readonly remedy: Remedy | null
}

interface Remedy {
  readonly title: TextId
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

const reasonTexts = {
  user: 'broadcasts.textUser',
  stopped: 'broadcasts.textStopped',
  balance: 'broadcasts.textBalance',
  suspended: 'broadcasts.textSuspended',
  signature_revoked: 'broadcasts.textSignature',
  template_revoked: 'broadcasts.textTemplate',
  breaker: 'broadcasts.textBreaker',
  canary_hold: 'broadcasts.textCanaryHold',
  cap: 'broadcasts.textCap',
} as const satisfies Record<InterruptReason, TextId>

const remedies: Partial<Record<InterruptReason, Remedy>> = {
  balance: { title: 'broadcasts.topUp', to: paths.topUp },
  signature_revoked: { title: 'broadcasts.toSignatures', to: paths.signatures },
  template_revoked: { title: 'broadcasts.toTemplates', to: paths.templates },
  cap: { title: 'broadcasts.toCaps', to: paths.rateLimiting, search: { tab: 'caps' } },
}

/** The state of a broadcast in words: why it is so, and what its owner can do. */
export function stateWords(broadcast: State, now: Date): StateWords {
  const { status, phase, reason, counts, plan, starts_at: starts, next_at: next } = broadcast
  const values = {
    left: counts.waiting - counts.accepted,
    accepted: counts.accepted,
    open: counts.sent,
    canary: plan.canary,
    share: limits.canaryDelivered,
    minutes: limits.canaryWait / MINUTE,
    locked: limits.lockedBefore / MINUTE,
    above: plan.stop_above ?? 0,
  }
  const say = (text: TextId, at: string | null = null): StateWords => ({ text, values, at, remedy: null })
  if (status === SendJobStatus.Interrupt) {
    const cause = reason ?? 'user'
    return { ...say(reasonTexts[cause]), remedy: remedies[cause] ?? null }
  }
  if (status === SendJobStatus.Queued) {
    return say(isChangeable(broadcast, now) ? 'broadcasts.textScheduled' : 'broadcasts.textStarting', starts)
  }
  if (status === SendJobStatus.Finished) {
    if (counts.accepted > 0) return say('broadcasts.textLast')
    return say(counts.sent > 0 ? 'broadcasts.textReceipts' : 'broadcasts.textFinished')
  }
  if (phase === 'canary') return say('broadcasts.textCanary')
  if (phase === 'waiting') return say(next === null ? 'broadcasts.textWaiting' : 'broadcasts.textWaitingUntil', next)
  return say(phase === 'throttled' ? 'broadcasts.textThrottled' : 'broadcasts.textSending')
}
