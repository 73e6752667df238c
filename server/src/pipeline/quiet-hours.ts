import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import type { QuietKind } from '@hongyan/contract/vocabulary/broadcast'
import { type DayHours, type Holidays, type HoursCalendar, hoursCalendar, type OpenPeriod } from './hours-calendar.ts'
import { type ContactCaps, hoursKey, type HoursRule, type NumberingArea, type QuietHours } from './quiet-rules.ts'
import { isZone, momentsAt } from '@hongyan/contract/wall-clock'

export type { OpenPeriod } from './hours-calendar.ts'
export type { QuietHours } from './quiet-rules.ts'

/** A recipient as the sending hours see it. */
export interface HoursRecipient {
  /** In E.164. */
  readonly to: string
  /** ISO 3166 code. */
  readonly country: string
  /** IANA name of the contact's own zone; null where it is not known. */
  readonly zone: string | null
}

/** The hours of a plan, as `HH:MM` of the recipient's clock; `to` is later than `from`. */
export interface OwnHours {
  readonly from: string
  readonly to: string
}

/** A closed period longer than this is no period that a message waits for. */
const WITHIN = 14 * DAY
/** Contacts may name any of some hundred zones, and plans any hours. */
const MOST_CALENDARS = 5_000
const EVERY_DAY: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6])
const NO_HOLIDAYS: Holidays = { dates: new Set(), years: new Set() }

/**
 * Returns the period of marketing that is open at `at`, or else the next one; null where none opens within 14 days. The
 * hours of a plan narrow it.
 */
export const openPeriod = (
  hours: QuietHours,
  recipient: HoursRecipient,
  at: Date,
  own: OwnHours | null,
): OpenPeriod | null => calendarOf(hours, recipient, own, true).periodAt(at.getTime(), WITHIN)

/** The same by the hours of a plan alone, for messages that no quiet hours hold back. */
export const ownPeriod = (hours: QuietHours, recipient: HoursRecipient, at: Date, own: OwnHours): OpenPeriod | null =>
  calendarOf(hours, recipient, own, false).periodAt(at.getTime(), WITHIN)

/** The opening that a message of a period waits for; null where it may go out now. */
export const waitsUntil = (period: OpenPeriod | null, now: Date): Date | null =>
  period !== null && period.opens > now ? period.opens : null

/** The source of a country's hours. */
export const quietKind = (hours: QuietHours, country: string): QuietKind =>
  rulesOf(hours, country)[0]?.kind ?? 'default'

/**
 * Returns the moment of `YYYY-MM-DDTHH:MM` by the recipient's clock. Where the recipient may be in several zones, no clock
 * of theirs is before that time. Throws a RangeError for what is no date and time.
 */
export function momentOf(hours: QuietHours, recipient: HoursRecipient, local: string): Date {
  const time = Date.parse(`${local}:00Z`)
  const moments = zonesOf(hours, recipient).map((zone) => momentsAt(zone, time).first)
  return new Date(moments.length === 0 ? time : Math.max(...moments))
}

/** The regions with rules of their own that a number may lie in. */
export function regionsOf(
  hours: QuietHours,
  { to, country }: Pick<HoursRecipient, 'to' | 'country'>,
): readonly string[] {
  const own = hours.regions.get(country) ?? []
  const area = areaOf(hours, { to, country })
  return area === null ? own : own.filter((region) => area.regions.includes(region))
}

/** The most contacts with a recipient of a country; with a null region the fewest of all its regions. */
export function contactCaps(hours: QuietHours, country: string, region: string | null): ContactCaps {
  const regions = region === null ? (hours.regions.get(country) ?? []) : [region]
  const rules = [rulesOf(hours, country), ...regions.map((one) => hours.rules.get(hoursKey(country, one)) ?? [])].flat()
  const least = (of: (caps: ContactCaps) => number | null): number | null => {
    const limits = rules.map(({ contacts }) => of(contacts)).filter((limit) => limit !== null)
    return limits.length === 0 ? null : Math.min(...limits)
  }
  return { day: least(({ day }) => day), week: least(({ week }) => week) }
}

const rulesOf = (hours: QuietHours, country: string): readonly HoursRule[] =>
  hours.rules.get(country) ?? hours.rules.get('*') ?? []

/** The numbering area of a number; null where its country has none, and where it is a toll-free or a new one. */
function areaOf({ areas }: QuietHours, { to, country }: Pick<HoursRecipient, 'to' | 'country'>): NumberingArea | null {
  const area = to.startsWith('+1') ? areas.get(to.slice(2, 5)) : undefined
  return area?.country === country ? area : null
}

/**
 * The zones in which it must be open: the contact's and, where it differs, those of the numbering area; without both all
 * of the country.
 */
function zonesOf(hours: QuietHours, recipient: HoursRecipient): readonly string[] {
  const area = areaOf(hours, recipient)?.zones ?? []
  const zone = recipient.zone !== null && isZone(recipient.zone) ? recipient.zone : null
  if (zone !== null) return area.includes(zone) ? [zone] : [...area, zone]
  return area.length > 0 ? area : (hours.zones.get(recipient.country) ?? [])
}

/** Finds the calendar of a recipient's place. Rules without a plan's hours, and a plan's hours without rules, are one too. */
function calendarOf(hours: QuietHours, recipient: HoursRecipient, own: OwnHours | null, ruled: boolean): HoursCalendar {
  const { to, country, zone } = recipient
  const area = areaOf(hours, recipient)?.area ?? ''
  const key = `${country} ${area} ${zone ?? ''} ${own === null ? '' : `${own.from}-${own.to}`} ${ruled ? '' : 'own'}`
  const known = hours.calendars.get(key)
  if (known !== undefined) return known
  if (hours.calendars.size >= MOST_CALENDARS) hours.calendars.clear()
  const regional = regionsOf(hours, { to, country }).map((region) => hours.rules.get(hoursKey(country, region)) ?? [])
  const made = hoursCalendar({
    zones: zonesOf(hours, recipient),
    hours: [...(ruled ? [rulesOf(hours, country), ...regional] : []), ...(own === null ? [] : [[everyDay(own)]])],
    holidays: hours.holidays.get(country) ?? NO_HOLIDAYS,
  })
  hours.calendars.set(key, made)
  return made
}

const minutesOf = (clock: string): number => (Number(clock.slice(0, 2)) * HOUR) / MINUTE + Number(clock.slice(3))

const everyDay = ({ from, to }: OwnHours): DayHours => ({
  days: EVERY_DAY,
  from: minutesOf(from),
  to: minutesOf(to),
  holidays: true,
})
