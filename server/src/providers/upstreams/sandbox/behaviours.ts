import { createHash } from 'node:crypto'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { providers } from '@hongyan/contract/upstreams/providers'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { UpstreamBehaviour } from '@hongyan/contract/vocabulary/upstream'
import type { CredentialCheck, Credentials, ManagedChannel, RemoteState } from '../managed.ts'
import type { HandOver } from '../upstream.ts'
import { type Plan, planFor } from './outcomes.ts'
import type { Played } from './sandbox.ts'

/** Parts that a throttled carrier accepts in a second. */
export const THROTTLED_PARTS = 5
const FAILING_PERCENT = 30
const LATE_BY = 3 * MINUTE
/** A flaky carrier is away at the beginning of each minute. */
const AWAY = 20 * SECOND
const SLOW = { least: 2 * SECOND, most: 4 * SECOND } as const

/** The state of the world that a carrier's answer depends on. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number
  /** From 0 to 1. */
  readonly chance: number
  /** Takes parts from those that a throttled carrier accepts now; false where too few are left. */
  readonly hasRoom: (parts: number) => boolean
}

/** True while a carrier of this behaviour can be reached. */
export function isReachable(behaviour: UpstreamBehaviour, now: number): boolean {
  if (behaviour === 'flaky') return now % MINUTE >= AWAY
  return behaviour !== 'down'
}

/** Returns what the carrier of a managed channel does with a submission. */
export function playedBy(
  { behaviour, provider, ...credentials }: Pick<ManagedChannel, 'behaviour' | 'provider' | 'settings' | 'secrets'>,
  message: HandOver,
  { now, chance, hasRoom }: Circumstances,
): Played {
  const { result } = judged(credentials)
  if (result === 'unreachable' || !isReachable(behaviour, now)) return { plan: null, after: 0 }
  const after = behaviour === 'slow' ? SLOW.least + Math.floor(chance * (SLOW.most - SLOW.least)) : 0
  if (result === 'rejected') return { plan: { kind: 'unauthorized', code: '401' }, after }
  if (providers[provider].needsMapping && !knows(message)) return { plan: unknownTemplate, after }
  return { plan: behaviourOf(behaviour, message, { chance, hasRoom }), after }
}

/** Changes the result that the recipient's number chooses, as the behaviour demands. */
export function behaviourOf(
  behaviour: UpstreamBehaviour,
  { to, attempt, reference, parts }: Pick<HandOver, 'to' | 'attempt' | 'reference' | 'parts'>,
  { chance, hasRoom }: Pick<Circumstances, 'chance' | 'hasRoom'>,
): Plan {
  const plan = planFor(to, attempt, chance)
  if (behaviour === 'failing' && isFailing(reference, attempt)) return deferred('500')
  if (behaviour === 'throttled' && plan.kind === 'accepted' && !hasRoom(parts)) return deferred('THROTTLED')
  if (behaviour !== 'late' || plan.kind !== 'accepted') return plan
  return { ...plan, receipts: plan.receipts.map(({ after, ...receipt }) => ({ ...receipt, after: after + LATE_BY })) }
}

const deferred = (code: string): Plan => ({ kind: 'deferred', error: 'no_upstream_available', code })

const unknownTemplate: Plan = {
  kind: 'refused',
  status: MessageStatus.Rejected,
  error: 'mapping_missing',
  code: 'TEMPLATE',
}

/** True where the provider has the message's template, and its signature where it has one. */
const knows = ({ remote }: HandOver): boolean =>
  remote !== null &&
  remoteState(remote.template) === 'ready' &&
  (remote.signature === null || remoteState(remote.signature) === 'ready')

/** The state of a signature or template at a provider that the sandbox plays, chosen by its id there. */
export function remoteState(remote: string): RemoteState {
  if (remote.startsWith('PENDING')) return 'pending'
  return remote.endsWith('000') ? 'rejected' : 'ready'
}

/**
 * Returns the result of presenting credentials to a provider that the sandbox plays, chosen by the end of a secret: 000
 * is rejected, and 001 has no answer.
 */
export function judged({ secrets }: Credentials): CredentialCheck {
  const fieldEnding = (end: string) => Object.keys(secrets).find((name) => secrets[name]?.trimEnd().endsWith(end))
  const wrong = fieldEnding('000')
  if (wrong !== undefined) return { result: 'rejected', field: wrong }
  if (fieldEnding('001') !== undefined) return { result: 'unreachable', field: null }
  return { result: 'accepted', field: null }
}

/** The parts that a throttled carrier accepts: a second's worth may gather, and a longer message needs all of it. */
export function createThrottle(perSecond: number): (parts: number, now: number) => boolean {
  let tokens = perSecond
  let filledAt = 0
  return (parts, now) => {
    tokens = Math.min(perSecond, tokens + (Math.max(0, now - filledAt) / SECOND) * perSecond)
    filledAt = now
    if (tokens < Math.min(parts, perSecond)) return false
    tokens -= parts
    return true
  }
}

/** The same attempt of the same message fails each time. */
const isFailing = (reference: string, attempt: number): boolean =>
  createHash('sha256').update(`${reference} ${attempt}`).digest().readUInt16BE() % 100 < FAILING_PERCENT
