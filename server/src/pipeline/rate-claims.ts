import { HOUR } from '@hongyan/contract/durations'
import type { CapClaim, Priced, RateClaims, RecipientClaims, Rules } from './message.ts'
import { type Cap, type Countable, type RateLimits, subjectOf } from './rate-limits.ts'
import { endOf, type Moment, momentIn } from './rate-windows.ts'

/** Returns the claims of a request's recipients on the limits of their account; null where it has none. */
export function rateClaims({ rateLimits, zone }: Rules, priced: Priced, now: Date): RateClaims | null {
  if (rateLimits === null) return null
  const moment = momentIn(zone, now)
  return {
    moment,
    recipients: priced.recipients.map((outcome) => {
      if ('refused' in outcome) return NONE
      const { to, country, sender, text } = outcome.ok
      const { scene, template } = priced
      return claimsOn(rateLimits, { to, country, scene, template: template?.id ?? null, sender, text }, moment, now)
    }),
  }
}

const NONE: RecipientClaims = { caps: [], rules: [] }

/** The claims of one message. */
export function claimsOn(
  limits: RateLimits,
  message: Countable & { readonly country: string },
  moment: Moment,
  now: Date,
): RecipientClaims {
  const caps = capClaims(limits, moment, message.country)
  if ((limits.exempt.get(message.to) ?? 0) > now.getTime()) return { caps, rules: [] }
  const rules = limits.rules.flatMap((rule) => {
    const subject = subjectOf(rule, message)
    return subject === null ? [] : [{ rule, subject }]
  })
  return { caps, rules }
}

function capClaims({ day, countries }: RateLimits, moment: Moment, country: string): CapClaim[] {
  const ofCountry = countries.get(country)
  return [
    ...(day === null ? [] : [dayClaim(day, moment)]),
    ...(ofCountry === undefined ? [] : [countryClaim(ofCountry, moment, country)]),
  ]
}

const dayClaim = ({ limit, blocks }: Cap, moment: Moment): CapClaim => ({
  kind: 'day',
  country: null,
  key: DAY_KEY,
  windowStart: moment.dayStart,
  windowEnd: moment.dayEnd,
  limit,
  blocks,
})

const countryClaim = ({ limit, blocks }: Cap, moment: Moment, country: string): CapClaim => ({
  kind: 'country',
  country,
  key: `${COUNTRY_KEY}${country}`,
  windowStart: new Date(moment.dayStart.getTime() + moment.hour * HOUR),
  windowEnd: endOf('hour', moment),
  limit,
  blocks,
})

/** The names of the caps' counters. */
export const DAY_KEY = 'cap.day'
export const COUNTRY_KEY = 'cap.country.'
