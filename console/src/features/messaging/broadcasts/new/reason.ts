import type { StepName } from './search.ts'

/** The steps that resolve a fault, by its code; every other fault is one of the message. */
const stepsOf = new Map<string, StepName>([
  ['no_recipients', 'recipients'],
  ['audience_not_ready', 'recipients'],
  ['audience_expired', 'recipients'],
  ['schedule_range', 'when'],
  ['scene_quiet_hours', 'when'],
  ['broadcast_speed_high', 'when'],
  ['broadcast_canary_low', 'when'],
  ['balance_insufficient', 'review'],
])

/** The step that resolves a fault. */
export const stepOfReason = (code: string): StepName => stepsOf.get(code) ?? 'message'

/** Faults that a verification of the account resolves. */
const ofVerification = new Set([
  'scene_restricted',
  'content_restricted',
  'sender_unverified',
  'unverified',
  'trust_required',
])

export const needsVerification = (code: string): boolean => ofVerification.has(code)
