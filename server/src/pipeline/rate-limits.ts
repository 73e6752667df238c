import type { RateRuleId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { CapAction, RateAction, RateScope, RateWindow } from '@hongyan/contract/vocabulary/rate-limiting'

/** A rule as it is stored. A window without a limit has null. */
export interface StoredRule {
  readonly id: RateRuleId
  readonly scope: RateScope
  readonly scene: MessageScene | null
  readonly per_minute: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
  readonly action: RateAction
}

export interface StoredCap {
  readonly limit: number
  readonly action: CapAction
}

/** The limits that an owner saved (screens S10). */
export interface StoredLimits {
  readonly rules: readonly StoredRule[]
  readonly exempt: readonly { readonly number: string; readonly expires_at: string | null }[]
  readonly day: StoredCap | null
  readonly countries: readonly (StoredCap & { readonly country: string })[]
}

/** The highest number of messages in each window; `UNLIMITED` where the rule names none. */
export type WindowLimits = Readonly<Record<RateWindow, number>>

export const UNLIMITED = 2_147_483_647

/** A rule that counts the messages to one recipient. */
export interface RateRule {
  readonly id: RateRuleId
  readonly scope: RateScope
  readonly scene: MessageScene | null
  readonly limits: WindowLimits
  /** A message above a limit is dropped as a duplicate, not rejected. */
  readonly drops: boolean
}

/** A cap of the account. One that only alerts counts without an end. */
export interface Cap {
  readonly limit: number
  readonly blocks: boolean
}

/** An account's limits as one immutable value. */
export interface RateLimits {
  readonly rules: readonly RateRule[]
  /** The numbers that no rule counts, in E.164, with the end of each exemption in milliseconds. */
  readonly exempt: ReadonlyMap<string, number>
  readonly day: Cap | null
  readonly countries: ReadonlyMap<string, Cap>
}

const capOf = ({ limit, action }: StoredCap): Cap | null =>
  action === 'ignore' ? null : { limit, blocks: action === 'block' }

/** Reads the stored limits; null where nothing of them counts a message. */
export function rateLimitsOf({ rules, exempt, day, countries }: StoredLimits): RateLimits | null {
  const caps = countries.flatMap((one) => {
    const cap = capOf(one)
    return cap === null ? [] : [[one.country, cap] as const]
  })
  const dayCap = day && capOf(day)
  if (rules.length === 0 && caps.length === 0 && dayCap === null) return null
  return {
    rules: rules.map((rule) => ({
      id: rule.id,
      scope: rule.scope,
      scene: rule.scene,
      limits: {
        minute: rule.per_minute ?? UNLIMITED,
        hour: rule.per_hour ?? UNLIMITED,
        day: rule.per_day ?? UNLIMITED,
      },
      drops: rule.action === 'drop',
    })),
    exempt: new Map(
      exempt.map(({ number, expires_at: end }) => [number, end === null ? Infinity : new Date(end).getTime()]),
    ),
    day: dayCap,
    countries: new Map(caps),
  }
}

/** The parts of a message that rules count by. The recipient is a number, or what stands for one. */
export interface Countable {
  readonly to: string
  readonly scene: MessageScene
  readonly template: string | null
  readonly sender: string | null
  /** Null where the text is not known. */
  readonly text: string | null
}

/**
 * The messages that a rule counts together with this one, as a text; null where the rule does not count it. Each code has
 * a content of its own, so a rule on the content leaves verification messages out.
 */
export function subjectOf({ scope, scene }: RateRule, message: Countable): string | null {
  if (scene !== null && scene !== message.scene) return null
  const shared = sharedBy[scope](message)
  return shared === null ? null : `${message.to} ${shared}`
}

/** The part of a message that a scope adds to the recipient; null where its rules do not count the message. */
const sharedBy: Readonly<Record<RateScope, (message: Countable) => string | null>> = {
  recipient: () => '',
  recipient_template: ({ template }) => template,
  recipient_signature: ({ sender }) => sender ?? '',
  recipient_content: ({ scene, text }) => (scene === MessageScene.Verification ? null : text),
}
