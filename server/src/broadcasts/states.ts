import type { BroadcastPhase, InterruptReason } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'

const { Queued, Pending, Finished, Interrupt } = SendJobStatus

/** The state of a broadcast (screens S8). */
export interface Standing {
  readonly status: SendJobStatus
  readonly phase: BroadcastPhase
  /** Null unless it is interrupted. */
  readonly reason: InterruptReason | null
}

/** A step of a broadcast. `go` is a change of phase while it runs. */
export type Move =
  | { readonly kind: 'start' | 'resume' | 'finish' }
  | { readonly kind: 'interrupt'; readonly reason: InterruptReason }
  | { readonly kind: 'go'; readonly phase: RunningPhase }

export const runningPhases = ['sending', 'canary', 'waiting', 'throttled'] as const satisfies readonly BroadcastPhase[]
export type RunningPhase = (typeof runningPhases)[number]

/** The end of a broadcast: no move follows it. */
export const isFinal = ({ status, reason }: Pick<Standing, 'status' | 'reason'>): boolean =>
  status === Finished || (status === Interrupt && reason === 'stopped')

/** A broadcast that its owner or a rule interrupted goes on with the recipients that are left, unless it was stopped. */
export const canResume = ({ status, reason }: Pick<Standing, 'status' | 'reason'>): boolean =>
  status === Interrupt && reason !== 'stopped'

/** Returns the standing after a move; null where the move cannot follow. */
export function after(before: Standing, move: Move): Standing | null {
  if (!canFollow(before, move)) return null
  if (move.kind === 'finish') return { status: Finished, phase: 'ended', reason: null }
  if (move.kind === 'interrupt') return { status: Interrupt, phase: 'ended', reason: move.reason }
  return { status: Pending, phase: move.kind === 'go' ? move.phase : 'sending', reason: null }
}

function canFollow(before: Standing, move: Move): boolean {
  if (move.kind === 'start') return before.status === Queued
  if (move.kind === 'resume') return canResume(before)
  if (move.kind === 'interrupt') return canInterrupt(before, move.reason)
  return before.status === Pending
}

/** Every reason interrupts a run. A broadcast that waits for its start, or is interrupted already, can only be stopped. */
const canInterrupt = (before: Standing, reason: InterruptReason): boolean =>
  before.status === Pending || (reason === 'stopped' && !isFinal(before))
