import type {
  CountryCap,
  SavedRateLimits,
  SmsRateLimiting,
} from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { disorderedLimit } from '@hongyan/contract/rate-rules'
import type { RuleId } from '@hongyan/contract/rules'
import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** Everything that is saved together. */
export type Draft = Omit<SavedRateLimits, 'version'>

/** A rule of the draft; a new one has no id yet. */
export type DraftRule = Draft['rules'][number]

/** A rule with its fields in one order, so that two drafts can be compared as texts. */
const ruleOf = ({ id, scope, scene, per_minute, per_hour, per_day, action }: DraftRule): DraftRule => ({
  ...(id !== undefined && { id }),
  scope,
  scene,
  per_minute,
  per_hour,
  per_day,
  action,
})

/** The stored settings as a draft. */
export const draftOf = ({ enabled, rules, exempt, per_second, day, countries }: SmsRateLimiting | Draft): Draft => ({
  enabled,
  rules: rules.map(ruleOf),
  exempt: exempt.map(({ number, note, expires_at }) => ({ number, note, expires_at })),
  per_second,
  day: day && { limit: day.limit, action: day.action },
  countries: countries.map(({ country, limit, action }) => ({ country, limit, action })),
})

export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other))

export const presets = ['codes', 'notifications', 'marketing'] as const
export type Preset = (typeof presets)[number]

const base = { scope: 'recipient', per_minute: null, per_hour: null, per_day: null, action: 'reject' } as const

export const emptyRule: DraftRule = { ...base, scene: null }

/** The rules that most customers begin with, one for each scene. */
export const presetRules: Readonly<Record<Preset, DraftRule>> = {
  codes: { ...base, scene: MessageScene.Verification, per_minute: 1, per_hour: 5, per_day: 10 },
  notifications: { ...base, scene: MessageScene.Notification, per_day: 50 },
  marketing: { ...base, scene: MessageScene.Marketing, per_minute: 2, per_day: 10 },
}

export const isPreset = (text: string): text is Preset => presets.some((preset) => preset === text)

/** Parses a typed count, also with full-width digits or commas between thousands. Null for none, NaN for other texts. */
export function readCount(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

const isUpTo = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most

export type RuleField = 'per_minute' | 'per_hour' | 'per_day' | 'scene'

/** The rules of the contract that the fields of a rule break. */
export function brokenRules(rule: DraftRule): Partial<Record<RuleField, RuleId>> {
  const { per_minute: minute, per_hour: hour, per_day: day, scope, scene } = rule
  const disordered = disorderedLimit(rule)
  return {
    ...(minute === null && hour === null && day === null && { per_minute: 'rate_none' }),
    ...(scope === 'recipient_content' && scene === MessageScene.Verification && { scene: 'rate_codes' }),
    ...(disordered !== null && { [disordered]: 'limit_order' }),
    ...(minute !== null && !isUpTo(minute, limits.most.minute) && { per_minute: 'rate_minute' }),
    ...(hour !== null && !isUpTo(hour, limits.most.hour) && { per_hour: 'rate_hour' }),
    ...(day !== null && !isUpTo(day, limits.most.day) && { per_day: 'rate_day' }),
  }
}

const highest = {
  cap_second: limits.perSecondMax,
  cap_day: limits.perDayMax,
  cap_hour: limits.perHourMax,
} as const satisfies Partial<Record<RuleId, number>>

/** The rule that the number of a cap breaks; null where it breaks none. A cap needs a number. */
export const brokenCap = (limit: number, rule: keyof typeof highest): RuleId | null =>
  isUpTo(limit, highest[rule]) ? null : rule

/** The rule that the country of a cap breaks beside those that have one. */
export function brokenCountry(country: string, others: readonly CountryCap[]): RuleId | null {
  if (!/^[A-Z]{2}$/.test(country)) return 'cap_country'
  return others.some((other) => other.country === country) ? 'country_repeated' : null
}

/** A rule of the draft with its place, and a key: unsaved rules have no id. */
export interface RuleRow {
  readonly key: string
  readonly rule: DraftRule
  readonly index: number
}

export const ruleRows = (rules: readonly DraftRule[]): readonly RuleRow[] =>
  rules.map((rule, index) => ({ key: rule.id ?? `new ${index}`, rule, index }))
