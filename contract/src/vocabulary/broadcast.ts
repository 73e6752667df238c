import { MessageScene } from './message.ts'

/** The scenes of a broadcast (semantics D2). */
export const broadcastScenes = [MessageScene.Notification, MessageScene.Marketing] as const
export type BroadcastScene = (typeof broadcastScenes)[number]

/** The time of a broadcast: at once, at a moment, or at a time of each recipient's clock. */
export const broadcastTimes = ['now', 'at', 'local'] as const
export type BroadcastTime = (typeof broadcastTimes)[number]

/**
 * The phase of a broadcast within its status. Queued: `scheduled`. Pending: `sending`, `canary` while the first messages
 * are watched, `waiting` for the sending hours of those that are left, `throttled` behind the account's own queue.
 * Finished and Interrupt: `ended`.
 */
export const broadcastPhases = ['scheduled', 'sending', 'canary', 'waiting', 'throttled', 'ended'] as const
export type BroadcastPhase = (typeof broadcastPhases)[number]

/**
 * The reasons of status Interrupt (screens S8). `user`: the owner paused it. `stopped`: the owner ended it for good.
 * `breaker`: more failed than its own rule allows. `cap`: a limit of the account is reached.
 */
export const interruptReasons = [
  'user',
  'stopped',
  'balance',
  'suspended',
  'signature_revoked',
  'template_revoked',
  'breaker',
  'canary_hold',
  'cap',
] as const
export type InterruptReason = (typeof interruptReasons)[number]

/** The steps of a broadcast's timeline. */
export const broadcastSteps = ['created', 'changed', 'started', 'held', 'interrupted', 'resumed', 'finished'] as const
export type BroadcastStep = (typeof broadcastSteps)[number]

/** The state of one recipient of a broadcast. `skipped`: refused before the hand-over, and free. */
export const recipientStates = ['waiting', 'sent', 'delivered', 'failed', 'skipped'] as const
export type RecipientState = (typeof recipientStates)[number]

/** A list of recipients while it is read, when it can be used, and when it cannot. */
export const audienceStates = ['parsing', 'ready', 'failed'] as const
export type AudienceState = (typeof audienceStates)[number]

/** The problem of a table of recipients that the owner resolves, where its parse result alone does not say it. */
export const audienceProblems = [
  'no_phone_column',
  'two_phone_columns',
  'duplicate_headers',
  'too_many_rows',
  'too_many_columns',
  'unknown_sheet',
] as const
export type AudienceProblem = (typeof audienceProblems)[number]

/**
 * The reasons why a row gets no message. The file decides the first five; the account's lists and the choice of the
 * message decide the others.
 */
export const leftOutReasons = [
  'invalid',
  'scientific',
  'duplicate',
  'landline',
  'too_long',
  'opted_out',
  'blocked',
  'country',
  'no_price',
  'value_missing',
  'value_invalid',
  'text_too_long',
  'unreached',
  'never_open',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** The owner's choice for numbers that the last messages did not reach: left out, or sent to all the same. */
export const unreachedChoices = ['skip', 'send'] as const
export type UnreachedChoice = (typeof unreachedChoices)[number]

/** The state of an estimate. */
export const quoteStates = ['counting', 'ready', 'failed'] as const
export type QuoteState = (typeof quoteStates)[number]

/** The sources of a rule for sending hours. Law and carrier rules refuse an explicit time outside; others warn. */
export const quietKinds = ['law', 'carrier', 'regulation', 'industry', 'default'] as const
export type QuietKind = (typeof quietKinds)[number]
