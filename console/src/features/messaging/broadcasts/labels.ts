import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type {
  BroadcastPhase,
  BroadcastScene,
  BroadcastStep,
  InterruptReason,
  RecipientState,
} from '@hongyan/contract/vocabulary/broadcast'
import { RecipientSource, SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../i18n/ids.ts'
import type { Tone } from '../../../ui/status.tsx'

export interface Look {
  readonly tone: Tone
  readonly title: TextId
}

/** The choices of the filter by status. */
export const statusTitles = {
  [SendJobStatus.Queued]: 'broadcasts.queued',
  [SendJobStatus.Pending]: 'broadcasts.pending',
  [SendJobStatus.Finished]: 'broadcasts.finished',
  [SendJobStatus.Interrupt]: 'broadcasts.interrupted',
} as const satisfies Record<SendJobStatus, TextId>

export const sceneTitles = {
  [MessageScene.Notification]: 'broadcasts.notification',
  [MessageScene.Marketing]: 'broadcasts.marketing',
} as const satisfies Record<BroadcastScene, TextId>

const phaseTitles = {
  scheduled: 'broadcasts.queued',
  sending: 'broadcasts.sending',
  canary: 'broadcasts.canary',
  waiting: 'broadcasts.waitingHours',
  throttled: 'broadcasts.throttled',
  ended: 'broadcasts.finished',
} as const satisfies Record<BroadcastPhase, TextId>

/** The short form of a reason, under the status. */
export const reasonTitles = {
  user: 'broadcasts.byYou',
  stopped: 'broadcasts.byYou',
  balance: 'broadcasts.reasonBalance',
  suspended: 'broadcasts.reasonSuspended',
  signature_revoked: 'broadcasts.reasonSignature',
  template_revoked: 'broadcasts.reasonTemplate',
  breaker: 'broadcasts.reasonBreaker',
  canary_hold: 'broadcasts.reasonCanary',
  cap: 'broadcasts.reasonCap',
} as const satisfies Record<InterruptReason, TextId>

/** The state in one word. A stopped broadcast has ended; any other interrupted one can go on. */
export function lookOf({ status, phase, reason }: Pick<Broadcast, 'status' | 'phase' | 'reason'>): Look {
  if (status === SendJobStatus.Interrupt) {
    return reason === 'stopped'
      ? { tone: 'idle', title: 'broadcasts.stopped' }
      : { tone: 'warn', title: 'broadcasts.paused' }
  }
  if (status === SendJobStatus.Finished) return { tone: 'ok', title: 'broadcasts.finished' }
  return { tone: 'open', title: phaseTitles[phase] }
}

export const stateLooks = {
  waiting: { tone: 'open', title: 'broadcasts.waiting' },
  sent: { tone: 'idle', title: 'broadcasts.sent' },
  delivered: { tone: 'ok', title: 'broadcasts.delivered' },
  failed: { tone: 'bad', title: 'broadcasts.failed' },
  skipped: { tone: 'warn', title: 'broadcasts.skipped' },
} as const satisfies Record<RecipientState, Look>

export const stepTitles = {
  created: 'broadcasts.stepCreated',
  changed: 'broadcasts.stepChanged',
  started: 'broadcasts.stepStarted',
  held: 'broadcasts.stepHeld',
  resumed: 'broadcasts.stepResumed',
  finished: 'broadcasts.stepFinished',
} as const satisfies Record<Exclude<BroadcastStep, 'interrupted'>, TextId>

export const sourceTitles = {
  [RecipientSource.Input]: 'broadcasts.pasted',
  [RecipientSource.File]: 'broadcasts.file',
  [RecipientSource.Phonebook]: 'broadcasts.phonebook',
} as const satisfies Record<RecipientSource, TextId>
