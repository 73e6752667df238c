import type {
  BroadcastDetail,
  BroadcastMessage,
  BroadcastPlan,
  VariableValue,
} from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { AudienceId, PhonebookId, SegmentId, SignatureId, UploadId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { RuleId } from '@hongyan/contract/rules'
import type { BroadcastScene, BroadcastTime, UnreachedChoice } from '@hongyan/contract/vocabulary/broadcast'
import { usualCanary } from '@hongyan/contract/usual-canary'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** An upload that the recipients are read from. */
export interface SourceFile {
  readonly id: UploadId
  readonly name: string
}

/**
 * The choices of the wizard as typed. The tab keeps them across a reload, so they hold no recipient: pasted numbers stay
 * on the server, under the id of the audience.
 */
export interface Draft {
  readonly name: string
  readonly source: RecipientSource
  /** Null: the account's home. */
  readonly country: string | null
  readonly file: SourceFile | null
  readonly phonebook: PhonebookId | null
  readonly segment: SegmentId | null
  readonly audience: AudienceId | null
  readonly writes: 'template' | 'text'
  /** Undefined: the account's default. Null: no sender ID of its own. */
  readonly signature?: SignatureId | null
  readonly template: string | null
  readonly text: string
  readonly scene: BroadcastScene
  /** The values that were chosen, by variable. */
  readonly values: Readonly<Record<string, VariableValue>>
  readonly acceptedBad: string
  readonly unreached: UnreachedChoice
  readonly time: BroadcastTime
  /** As a field for date and time has it: in the viewer's zone for `at`, by the recipient's clock for `local`. */
  readonly at: string
  readonly local: string
  readonly hasWindow: boolean
  readonly from: string
  readonly to: string
  /** Empty: as fast as the account may. */
  readonly speed: string
  /** Null: the usual share of the recipients. */
  readonly canary: string | null
  readonly stops: boolean
  readonly stopAbove: string
}

export const newDraft: Draft = {
  name: '',
  source: RecipientSource.Input,
  country: null,
  file: null,
  phonebook: null,
  segment: null,
  audience: null,
  writes: 'template',
  template: null,
  text: '',
  scene: MessageScene.Notification,
  values: {},
  acceptedBad: '0',
  unreached: 'skip',
  time: 'now',
  at: '',
  local: '',
  hasWindow: false,
  from: '10:00',
  to: '20:00',
  speed: '',
  canary: null,
  stops: true,
  stopAbove: '8',
}

const KEY = 'hy.new-broadcast'

/** The draft that this tab keeps. A part that another version of the console wrote is ignored. */
export function readDraft(kept: string): Draft {
  try {
    const parts: unknown = JSON.parse(kept)
    if (typeof parts !== 'object' || parts === null) return newDraft
    const known = Object.entries(parts).filter(([name]) => name in newDraft || name === 'signature')
    return { ...newDraft, ...Object.fromEntries(known) }
  } catch {
    return newDraft
  }
}

export const draftKey = KEY

const two = (number: number): string => String(number).padStart(2, '0')

/** A moment as a field for date and time has it, in the viewer's zone. */
export const clockOf = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

/** The draft with the name, message and plan of a broadcast, or the message and plan of an estimate. */
export function draftOf(
  draft: Draft,
  { message, plan, name = draft.name }: Pick<BroadcastDetail, 'message' | 'plan'> & { readonly name?: string },
): Draft {
  return {
    ...draft,
    name,
    writes: message.template === null ? 'text' : 'template',
    signature: message.signature,
    template: message.template,
    text: message.text ?? '',
    scene: message.scene,
    values: message.variables,
    acceptedBad: String(message.accepted_bad),
    unreached: message.unreached,
    time: plan.time,
    at: plan.at === null ? '' : clockOf(new Date(plan.at)),
    local: plan.local ?? '',
    hasWindow: plan.window !== null,
    ...plan.window,
    speed: plan.speed === null ? '' : String(plan.speed),
    canary: String(plan.canary),
    stops: plan.stop_above !== null,
    stopAbove: plan.stop_above === null ? draft.stopAbove : String(plan.stop_above),
  }
}

/** Digits alone, or grouped by threes with one sign. Any other sign may be a decimal point: 2.5 is not 25. */
const WHOLE = /^(?:\d+|[1-9]\d{0,2}([,.'’\s])\d{3}(?:\1\d{3})*)$/

/** The whole number of a field, with grouping and full-width digits as people type them; null for other text. */
export function readWhole(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  const digits = text.replaceAll(/\D/g, '')
  return WHOLE.test(text) && digits.length <= 9 ? Number(digits) : null
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

export type PlanField = 'at' | 'local' | 'window' | 'speed' | 'canary' | 'stop_above'

/** The fields of the plan that break a rule. */
export function brokenPlan(draft: Draft): Partial<Record<PlanField, RuleId>> {
  const { time, at, local, hasWindow, from, to, speed, canary, stops, stopAbove } = draft
  const [fast, first, stop] = [readWhole(speed), readWhole(canary ?? '0'), readWhole(stopAbove)]
  const isShort = from === '' || to === '' || (minutesOf(to) - minutesOf(from)) * 60_000 < limits.windowMin
  return {
    ...(time === 'at' && at === '' && { at: 'broadcast_time' }),
    ...(time === 'local' && local === '' && { local: 'broadcast_time' }),
    ...(hasWindow && isShort && { window: 'broadcast_window' }),
    ...(speed.trim() !== '' && (fast === null || fast < 1) && { speed: 'broadcast_speed' }),
    ...((first === null || first > limits.canaryMax) && { canary: 'broadcast_canary' }),
    ...(stops && (stop === null || stop < 1 || stop > 100) && { stop_above: 'broadcast_stop' }),
  }
}

/** The plan of a draft; null while a field of it breaks a rule. */
export function planOf(draft: Draft, people: number): BroadcastPlan | null {
  if (Object.keys(brokenPlan(draft)).length > 0) return null
  const { time, at, local, hasWindow, from, to, speed, canary, stops, stopAbove } = draft
  return {
    time,
    at: time === 'at' ? new Date(at).toISOString() : null,
    local: time === 'local' ? local.slice(0, 16) : null,
    window: hasWindow ? { from, to } : null,
    speed: readWhole(speed),
    canary: canary === null ? usualCanary(people) : (readWhole(canary) ?? 0),
    stop_above: stops ? readWhole(stopAbove) : null,
  }
}

/** The share of bad rows that a draft accepts; null for other text. */
export function acceptedBadOf({ acceptedBad }: Draft): number | null {
  const share = readWhole(acceptedBad)
  return share !== null && share <= 100 ? share : null
}

/** A value as text. Equal values have the same text in any order of their fields. */
export function sameText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** True where an estimate is of these choices. */
export const isQuoteOf = (
  quote: { readonly audience: string; readonly message: BroadcastMessage; readonly plan: BroadcastPlan },
  wanted: { readonly audience: string; readonly message: BroadcastMessage; readonly plan: BroadcastPlan },
): boolean =>
  quote.audience === wanted.audience &&
  sameText(quote.message) === sameText(wanted.message) &&
  sameText(quote.plan) === sameText(wanted.plan)
