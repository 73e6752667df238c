import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { RateRuleId } from '../../ids.ts'
import { rateLimiting as limits } from '../../limits/rate-limiting.ts'
import { disorderedLimit } from '../../rate-rules.ts'
import type { RuleId } from '../../rules.ts'
import { parseNumber } from '../../sms/number.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { capActions, limitHolders, rateActions, rateScopes } from '../../vocabulary/rate-limiting.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { oneLine } from '../one-line.ts'

const moment = z.iso.datetime()
const Iso2 = z.string().regex(/^[A-Z]{2}$/, 'cap_country' satisfies RuleId)

/** A whole number from 1. */
const upTo = (most: number, rule: RuleId) => z.number(rule).int(rule).min(1, rule).max(most, rule)

const RuleFields = {
  scope: z.enum(rateScopes),
  /** Messages of this scene alone; null: of every scene. */
  scene: z.enum(MessageScene).nullable(),
  /** The most messages of a window; null: no limit. */
  per_minute: upTo(limits.most.minute, 'rate_minute').nullable(),
  per_hour: upTo(limits.most.hour, 'rate_hour').nullable(),
  per_day: upTo(limits.most.day, 'rate_day').nullable(),
  action: z.enum(rateActions),
}

interface RuleLimits {
  readonly per_minute: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
  readonly scope: string
  readonly scene: number | null
}

function checkRule({ value, issues }: z.core.ParsePayload<RuleLimits>): void {
  const wrong = (field: keyof RuleLimits, message: RuleId): void =>
    void issues.push({ code: 'custom', input: value[field], path: [field], message })
  const disordered = disorderedLimit(value)
  if (disordered !== null) wrong(disordered, 'limit_order')
  else if (value.per_minute === null && value.per_hour === null && value.per_day === null) {
    wrong('per_minute', 'rate_none')
  }
  if (value.scope === 'recipient_content' && value.scene === MessageScene.Verification) wrong('scene', 'rate_codes')
}

/** A rule as it is saved; without an id it is a new one. */
const SavedRule = z.strictObject({ ...RuleFields, id: RateRuleId.optional() }).check(checkRule)

/** A rule (screens S10). */
const RateRule = z.object({ ...RuleFields, id: RateRuleId })
export type RateRule = z.infer<typeof RateRule>

const Number = z.string().refine((text) => text.startsWith('+') && isE164(text), 'invalid_number' satisfies RuleId)

function isE164(text: string): boolean {
  const number = parseNumber(text, null)
  return number.ok && number.e164 === text
}

/** A number that no rule counts. Caps of the account count it. */
const ExemptNumber = z.strictObject({
  number: Number,
  note: oneLine(0, limits.noteMax, { required: 'note_long', long: 'note_long', characters: 'note_long' }),
  /** The end of the exemption; null: none. */
  expires_at: moment.nullable(),
})
export type ExemptNumber = z.infer<typeof ExemptNumber>

/** The most messages that an account sends on a day of its zone. */
const DayCap = z.strictObject({ limit: upTo(limits.perDayMax, 'cap_day'), action: z.enum(capActions) })
export type DayCap = z.infer<typeof DayCap>

/** The most messages that an account sends to a country within an hour. */
const CountryCap = z.strictObject({
  country: Iso2,
  limit: upTo(limits.perHourMax, 'cap_hour'),
  action: z.enum(capActions),
})
export type CountryCap = z.infer<typeof CountryCap>

const Chosen = {
  rules: z.array(SavedRule).max(limits.rules, 'too_many_rules' satisfies RuleId),
  exempt: z.array(ExemptNumber).max(limits.exempt, 'too_many_numbers' satisfies RuleId),
  day: DayCap.nullable(),
  countries: z.array(CountryCap).max(limits.countries, 'too_many_countries' satisfies RuleId),
}

interface Lists {
  readonly exempt: readonly { readonly number: string }[]
  readonly countries: readonly { readonly country: string }[]
}

function checkRepeats({ value, issues }: z.core.ParsePayload<Lists>): void {
  const once = (list: readonly string[], path: (index: number) => (string | number)[], message: RuleId): void => {
    const repeat = list.findIndex((one, index) => list.indexOf(one) < index)
    if (repeat >= 0) issues.push({ code: 'custom', input: list[repeat], path: path(repeat), message })
  }
  const numbers = value.exempt.map(({ number }) => number)
  once(numbers, (index) => ['exempt', index, 'number'], 'number_repeated')
  const countries = value.countries.map(({ country }) => country)
  once(countries, (index) => ['countries', index, 'country'], 'country_repeated')
}

/** Everything that the extension enforces. */
export const SmsRateLimiting = z.object({
  /** Grows with every change, and is sent with the next one. */
  version: z.number().int(),
  enabled: z.boolean(),
  rules: z.array(RateRule),
  exempt: z.array(ExemptNumber.extend({ number: z.string(), note: z.string() })),
  /** Parts a second; null: the account's own rate alone. */
  per_second: z.number().int().nullable(),
  day: DayCap.nullable(),
  countries: z.array(CountryCap),
  /** The account's own rate in parts a second, which `per_second` can only lower; 0: none. */
  account_rate: z.number().int(),
  /** Name of the zone that days are counted in. */
  time_zone: z.string(),
})
export type SmsRateLimiting = z.infer<typeof SmsRateLimiting>

/** Yesterday's messages under some rules. */
export const RatePreview = z.object({
  /** The day that was read, in the account's zone. */
  date: z.iso.date(),
  messages: z.number().int(),
  rejected: z.number().int(),
  dropped: z.number().int(),
  /** Hits of each rule, in the order of the request. */
  by_rule: z.array(z.number().int()),
  by_day_cap: z.number().int(),
  by_country: z.array(z.object({ country: z.string(), hits: z.number().int() })),
  /** Messages whose text is no longer kept: rules on the content could not count them. */
  without_text: z.number().int(),
  /** False where the day had more messages than a preview reads. */
  complete: z.boolean(),
})
export type RatePreview = z.infer<typeof RatePreview>

/** Messages that rules and caps stopped, or counted beyond, on a day of the account's zone. */
export const RateHits = z.object({
  date: z.iso.date(),
  rejected: z.number().int(),
  dropped: z.number().int(),
  alerted: z.number().int(),
})
export type RateHits = z.infer<typeof RateHits>

/** Caps that leave room above the last 15 days. */
export const RateAdvice = z.object({
  /** The busiest day's messages; null without traffic. */
  busiest_day: z.number().int().nullable(),
  per_day: z.number().int().nullable(),
  /** Every country with traffic, by its busiest hour, the most messages first. */
  countries: z.array(z.object({ country: z.string(), busiest_hour: z.number().int(), per_hour: z.number().int() })),
})
export type RateAdvice = z.infer<typeof RateAdvice>

/** A limit that holds for the account, with its use now and today. */
export const LimitInForce = z.object({
  holder: z.enum(limitHolders),
  /** The name of the channel, credential, sender or template; null for the account. */
  name: z.string().nullable(),
  /** Identifies the limit, such as `rate` or `daily_cap_paid`. */
  limit: z.string(),
  /** Parts or messages a second; null where the limit is none of rate. */
  per_second: z.number().int().nullable(),
  per_day: z.number().int().nullable(),
  /** Parts that wait for their turn now; null where none can. */
  waiting: z.number().int().nullable(),
  today: z.number().int().nullable(),
  /** The cost of messages that is allowed on a day, and that of today; null where the limit is none of money. */
  spending: z.object({ per_day: Decimal, today: Decimal }).nullable(),
})
export type LimitInForce = z.infer<typeof LimitInForce>

export const smsRateLimiting = endpoints(addresses.smsRateLimiting, {
  get: { reply: SmsRateLimiting },
  /** Replaces everything. Another version than the current one is refused with the current record. */
  save: {
    unlessSuspended: true,
    body: z
      .strictObject({
        version: z.number().int(),
        enabled: z.boolean(),
        ...Chosen,
        per_second: upTo(limits.perSecondMax, 'cap_second').nullable(),
      })
      .check(checkRepeats),
    reply: SmsRateLimiting,
  },
  /** Reads what rules would have done to yesterday's messages. Changes nothing. */
  preview: { unaudited: true, body: z.strictObject(Chosen).check(checkRepeats), reply: RatePreview },
  hits: { query: z.strictObject({ period: z.enum(['7d', '30d']) }), reply: z.array(RateHits) },
  advice: { reply: RateAdvice },
  limits: { reply: z.array(LimitInForce) },
})
export type SavedRateLimits = z.output<typeof smsRateLimiting.save.body>
export type PreviewedRateLimits = z.output<typeof smsRateLimiting.preview.body>
