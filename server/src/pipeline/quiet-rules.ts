import type { QuietKind } from '@hongyan/contract/vocabulary/broadcast'
import type { DayHours, Holidays, HoursCalendar } from './hours-calendar.ts'

/** A rule for the hours of marketing. */
export interface HoursRule extends DayHours {
  /** ISO 3166 code, or `*` for every country without rules. */
  readonly country: string
  /** A state; null where it is for the whole country. */
  readonly region: string | null
  readonly contacts: ContactCaps
  readonly kind: QuietKind
}

/** A public holiday: the midnight of its date, written as if it were UTC. */
export interface Holiday {
  readonly country: string
  readonly date: number
}

/** An area of the numbering plan that the United States and Canada share. */
export interface NumberingArea {
  readonly area: string
  readonly country: string
  readonly regions: readonly string[]
  readonly zones: readonly string[]
}

export interface CountryZones {
  readonly country: string
  readonly zones: readonly string[]
}

/** The most contacts with one recipient in a day and a week; null where no rule limits them. */
export interface ContactCaps {
  readonly day: number | null
  readonly week: number | null
}

/** The sending hours of marketing, with holidays, numbering areas and zones. It remembers what it has worked out. */
export interface QuietHours {
  /** By country, or by country and region. */
  readonly rules: ReadonlyMap<string, readonly HoursRule[]>
  /** The regions of each country that have rules of their own. */
  readonly regions: ReadonlyMap<string, readonly string[]>
  readonly holidays: ReadonlyMap<string, Holidays>
  readonly areas: ReadonlyMap<string, NumberingArea>
  readonly zones: ReadonlyMap<string, readonly string[]>
  /** By zone or area and the hours of a plan. */
  readonly calendars: Map<string, HoursCalendar>
}

/** The key of the rules of a country or a region. */
export const hoursKey = (country: string, region: string | null): string =>
  region === null ? country : `${country} ${region}`

export function quietHours(
  rules: readonly HoursRule[],
  holidays: readonly Holiday[],
  areas: readonly NumberingArea[],
  zones: readonly CountryZones[],
): QuietHours {
  const regional = rules.flatMap(({ country, region }) => (region === null ? [] : [{ country, region }]))
  return {
    rules: grouped(rules, ({ country, region }) => hoursKey(country, region)),
    regions: mapped(
      grouped(regional, ({ country }) => country),
      (of) => [...new Set(of.map(({ region }) => region))],
    ),
    holidays: mapped(
      grouped(holidays, ({ country }) => country),
      (of) => ({
        dates: new Set(of.map(({ date }) => date)),
        years: new Set(of.map(({ date }) => new Date(date).getUTCFullYear())),
      }),
    ),
    areas: new Map(areas.map((one) => [one.area, one])),
    zones: new Map(zones.map((one) => [one.country, one.zones])),
    calendars: new Map(),
  }
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const mapped = <T, U>(groups: ReadonlyMap<string, T>, to: (group: T) => U): ReadonlyMap<string, U> =>
  new Map([...groups].map(([key, group]) => [key, to(group)]))
