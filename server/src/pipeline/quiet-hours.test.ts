import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuietHours } from '../features/messaging/quiet-hours/rows.ts'
import {
  contactCaps,
  type HoursRecipient,
  momentOf,
  openPeriod,
  type OpenPeriod,
  ownPeriod,
  quietKind,
  regionsOf,
} from './quiet-hours.ts'
import { quietHours } from './quiet-rules.ts'

const hours = readQuietHours()

/** From and to as hours of the wall clock on a day of the week, Sunday is 0; null where nothing goes out. */
type Expected = (weekday: number) => readonly [from: number, to: number] | null

interface Case extends HoursRecipient {
  /** Every zone in which it must be open. */
  readonly zones: readonly string[]
  readonly hours: Expected
  /** Dates on which nothing goes out. */
  readonly holidays?: readonly string[]
}

const daily =
  (from: number, to: number): Expected =>
  () => [from, to]
const texas: Expected = (weekday) => (weekday === 0 ? [12, 20] : [9, 20])
const colombia: Expected = (weekday) => (weekday === 0 ? null : weekday === 6 ? [8, 15] : [7, 19])
const france: Expected = (weekday) => (weekday === 0 ? null : [10, 20])

const in2026 = (days: string): readonly string[] => days.split(' ').map((day) => `2026-${day}`)
const inColombia = in2026(
  '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
)
const inFrance = in2026('01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25')

const at = (to: string, country: string, zones: readonly string[], expected: Expected, zone: string | null = null) => ({
  to,
  country,
  zones,
  hours: expected,
  zone,
})

const cases: Readonly<Record<string, Case>> = {
  Seattle: at('+12065550123', 'US', ['America/Los_Angeles'], daily(9, 20)),
  'New York': at('+12125550123', 'US', ['America/New_York'], daily(9, 20)),
  Houston: at('+17135550123', 'US', ['America/Chicago'], texas),
  'El Paso': at('+19155550123', 'US', ['America/Denver'], texas),
  'a Texan who moved to Honolulu': at(
    '+15125550123',
    'US',
    ['America/Chicago', 'Pacific/Honolulu'],
    texas,
    'Pacific/Honolulu',
  ),
  Pensacola: at('+18505550123', 'US', ['America/New_York', 'America/Chicago'], daily(9, 20)),
  Phoenix: at('+14805550123', 'US', ['America/Phoenix'], daily(9, 20)),
  Alaska: at('+19075550123', 'US', ['America/Anchorage', 'America/Adak'], daily(9, 20)),
  'St. John’s': at('+17095550123', 'CA', ['America/St_Johns', 'America/Goose_Bay'], daily(9, 20)),
  Bogotá: { ...at('+573001234567', 'CO', ['America/Bogota'], colombia), holidays: inColombia },
  Paris: { ...at('+33612345678', 'FR', ['Europe/Paris'], france), holidays: inFrance },
  Shanghai: at('+8613800138000', 'CN', ['Asia/Shanghai'], daily(8, 20)),
  Delhi: at('+919876543210', 'IN', ['Asia/Kolkata'], daily(10, 20)),
  Dubai: at('+971501234567', 'AE', ['Asia/Dubai'], daily(7, 21)),
  Kathmandu: at('+9779841234567', 'NP', ['Asia/Kathmandu'], daily(9, 20)),
  'Lord Howe Island': at('+61412345678', 'AU', ['Australia/Lord_Howe'], daily(9, 20), 'Australia/Lord_Howe'),
  Lima: at('+51912345678', 'PE', ['America/Lima'], daily(9, 20)),
  'Santiago and Easter Island': at(
    '+56961234567',
    'CL',
    ['America/Santiago', 'America/Punta_Arenas', 'America/Coyhaique', 'Pacific/Easter'],
    daily(9, 20),
  ),
  Cairo: at('+201001234567', 'EG', ['Africa/Cairo'], daily(9, 20)),
  Auckland: at('+64211234567', 'NZ', ['Pacific/Auckland', 'Pacific/Chatham'], daily(9, 20)),
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Date and time of a zone's wall clock, by another way than the code's own. */
function wallOf(zone: string, moment: number): { readonly date: string; readonly hour: number } {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, format)
  const [date = '', time = ''] = format.format(moment).split(' ')
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return { date, hour: hour + minute / 60 + second / 3_600 }
}

const hoursOn = ({ hours: expected, holidays = [] }: Case, date: string) =>
  holidays.includes(date) ? null : expected(new Date(`${date}T12:00Z`).getUTCDay())

/** Looks at the clocks on the wall of every zone. */
const isOpen = (one: Case, moment: number): boolean =>
  one.zones.every((zone) => {
    const { date, hour } = wallOf(zone, moment)
    const open = hoursOn(one, date)
    return open !== null && hour >= open[0] && hour < open[1]
  })

const YEAR = { from: Date.parse('2026-01-01T12:00Z'), to: Date.parse('2026-12-17T12:00Z') }

const found = new Map<Case, readonly OpenPeriod[]>()
/** The periods of a year, each found from the end of the one before. */
function periodsOf(one: Case): readonly OpenPeriod[] {
  const known = found.get(one)
  if (known !== undefined) return known
  const periods: OpenPeriod[] = []
  found.set(one, periods)
  for (let moment = YEAR.from; moment < YEAR.to;) {
    const period = openPeriod(hours, one, new Date(moment), null)
    if (period === null) break
    periods.push(period)
    moment = period.closes.getTime()
  }
  return periods
}

test.each(Object.entries(cases))(
  'in %s marketing opens and closes by the clock on the wall through a year',
  (_, one) => {
    for (const { opens, closes } of periodsOf(one)) {
      expect([opens.toISOString(), isOpen(one, opens.getTime()), isOpen(one, closes.getTime() - 1)]).toEqual([
        opens.toISOString(),
        true,
        true,
      ])
      expect([closes.toISOString(), isOpen(one, closes.getTime())]).toEqual([closes.toISOString(), false])
    }
  },
)

test('a moment is in the period that is found from it exactly when every clock on the wall is in its hours', () => {
  const moment = fc.integer({ min: YEAR.from / MINUTE, max: YEAR.to / MINUTE }).map((minutes) => minutes * MINUTE)
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(cases)), moment, (one, from) => {
      const period = openPeriod(hours, one, new Date(from), null)
      return period !== null && (period.opens.getTime() <= from && from < period.closes.getTime()) === isOpen(one, from)
    }),
    { numRuns: 400 },
  )
})

test('every day that has hours opens, and no other', () => {
  for (const [name, one] of Object.entries(cases)) {
    const [zone = ''] = one.zones
    const days = Math.round((YEAR.to - YEAR.from) / DAY)
    const open = Array.from({ length: days }, (_, day) => wallOf(zone, YEAR.from + (day + 0.5) * DAY).date).filter(
      (date) => hoursOn(one, date) !== null,
    )
    const opened = new Set(periodsOf(one).map(({ opens }) => wallOf(zone, opens.getTime()).date))
    expect([name, open.filter((date) => !opened.has(date))]).toEqual([name, []])
    expect([name, [...opened].filter((date) => hoursOn(one, date) === null)]).toEqual([name, []])
  }
})

const local = (zone: string, moment: Date | undefined): string => {
  const { date, hour } = wallOf(zone, moment?.getTime() ?? 0)
  return `${date} ${hour}`
}

test('in Texas a Sunday opens at noon, and other days at nine', () => {
  const from = new Date('2026-11-21T03:00:00Z') // Friday evening in Houston
  const saturday = openPeriod(hours, recipient('+17135550123', 'US'), from, null)
  expect(local('America/Chicago', saturday?.opens)).toBe('2026-11-21 9')
  const sunday = openPeriod(hours, recipient('+17135550123', 'US'), saturday?.closes ?? from, null)
  expect([local('America/Chicago', sunday?.opens), local('America/Chicago', sunday?.closes)]).toEqual([
    '2026-11-22 12',
    '2026-11-22 20',
  ])
})

test('in Colombia the weekend of Corpus Christi is open on Saturday morning alone, and Tuesday is next', () => {
  const bogota = recipient('+573001234567', 'CO')
  const saturday = openPeriod(hours, bogota, new Date('2026-06-06T05:00:00Z'), null)
  expect([local('America/Bogota', saturday?.opens), local('America/Bogota', saturday?.closes)]).toEqual([
    '2026-06-06 8',
    '2026-06-06 15',
  ])
  expect(local('America/Bogota', openPeriod(hours, bogota, saturday?.closes ?? new Date(0), null)?.opens)).toBe(
    '2026-06-09 7',
  )
})

function recipient(to: string, country: string, zone: string | null = null): HoursRecipient {
  return { to, country, zone }
}

test('a toll-free number opens where it is open in every zone and region of its country', () => {
  const sunday = new Date('2026-11-22T00:00:00Z')
  const period = openPeriod(hours, recipient('+18005550123', 'US'), sunday, null)
  // Noon in Honolulu and Adak, because it may be Texan, and eight in the evening in New York.
  expect([local('Pacific/Honolulu', period?.opens), local('America/New_York', period?.closes)]).toEqual([
    '2026-11-21 9',
    '2026-11-21 20',
  ])
  const next = openPeriod(hours, recipient('+18005550123', 'US'), period?.closes ?? sunday, null)
  expect([local('Pacific/Honolulu', next?.opens), local('America/New_York', next?.closes)]).toEqual([
    '2026-11-22 12',
    '2026-11-22 20',
  ])
})

test('a contact’s zone holds where the country has no numbering areas or the area is in it, and narrows another area', () => {
  const night = new Date('2026-11-20T01:00:00Z')
  const opens = (to: string, country: string, zone: string | null) =>
    openPeriod(hours, recipient(to, country, zone), night, null)?.opens.toISOString()
  expect(opens('+61412345678', 'AU', 'Australia/Perth')).toBe('2026-11-20T01:00:00.000Z')
  expect(opens('+18505550123', 'US', 'America/New_York')).toBe('2026-11-20T14:00:00.000Z')
  expect(opens('+12125550123', 'US', 'America/Los_Angeles')).toBe('2026-11-20T17:00:00.000Z')
  expect(opens('+12125550123', 'US', 'Nowhere/City')).toBe('2026-11-20T14:00:00.000Z')
})

test('marketing is closed where the holidays of a year are not known, and open elsewhere', () => {
  const later = new Date('2029-03-05T00:00:00Z')
  expect(openPeriod(hours, recipient('+573001234567', 'CO'), later, null)).toBeNull()
  expect(openPeriod(hours, recipient('+33612345678', 'FR'), later, null)).toBeNull()
  expect(openPeriod(hours, recipient('+12065550123', 'US'), later, null)).not.toBeNull()
  // The last known day is open, and two weeks before it nothing beyond is waited for.
  const last = openPeriod(hours, recipient('+573001234567', 'CO'), new Date('2028-12-30T00:00:00Z'), null)
  expect(local('America/Bogota', last?.closes)).toBe('2028-12-30 15')
})

test('a country without zones or rules never opens', () => {
  expect(openPeriod(hours, recipient('+4712345678', 'BV'), new Date(YEAR.from), null)).toBeNull()
  const none = quietHours([], [], [], [{ country: 'SE', zones: ['Europe/Stockholm'] }])
  expect(openPeriod(none, recipient('+46701234567', 'SE'), new Date(YEAR.from), null)).toBeNull()
})

test('a plan’s hours narrow those of marketing, and alone hold for everything else', () => {
  const monday = new Date('2026-11-22T22:00:00Z')
  const houston = recipient('+17135550123', 'US')
  const own = { from: '07:30', to: '10:00' }
  const narrowed = openPeriod(hours, houston, monday, own)
  expect([local('America/Chicago', narrowed?.opens), local('America/Chicago', narrowed?.closes)]).toEqual([
    '2026-11-23 9',
    '2026-11-23 10',
  ])
  const alone = ownPeriod(hours, houston, monday, own)
  expect([local('America/Chicago', alone?.opens), local('America/Chicago', alone?.closes)]).toEqual([
    '2026-11-23 7.5',
    '2026-11-23 10',
  ])
  expect(openPeriod(hours, houston, monday, { from: '21:00', to: '23:00' })).toBeNull()
})

test('hours around a change of the clocks open and close once, and never outside', () => {
  const new_york = recipient('+12125550123', 'US')
  const onDay = (own: { from: string; to: string }, from: string) => {
    const period = ownPeriod(hours, new_york, new Date(from), own)
    return [period?.opens.toISOString(), period?.closes.toISOString()]
  }
  // On 1 November the hour from one to two comes twice.
  const back = '2026-11-01T04:30:00Z'
  expect(onDay({ from: '01:30', to: '03:00' }, back)).toEqual(['2026-11-01T06:30:00.000Z', '2026-11-01T08:00:00.000Z'])
  expect(onDay({ from: '00:00', to: '01:30' }, back)).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-01T05:30:00.000Z'])
  // On 8 March the hour from two to three does not come.
  const forth = '2026-03-08T05:30:00Z'
  expect(onDay({ from: '02:30', to: '04:00' }, forth)).toEqual(['2026-03-08T07:00:00.000Z', '2026-03-08T08:00:00.000Z'])
  expect(onDay({ from: '01:00', to: '02:30' }, forth)).toEqual(['2026-03-08T06:00:00.000Z', '2026-03-08T07:00:00.000Z'])
})

test('a local time is the moment at which no clock of the recipient is before it', () => {
  const of = (to: string, country: string, zone: string | null, time: string) =>
    momentOf(hours, recipient(to, country, zone), time).toISOString()
  expect(of('+12125550123', 'US', null, '2026-12-01T10:00')).toBe('2026-12-01T15:00:00.000Z')
  expect(of('+18005550123', 'US', null, '2026-12-01T10:00')).toBe('2026-12-01T20:00:00.000Z')
  expect(of('+8613800138000', 'CN', null, '2026-12-01T10:00')).toBe('2026-12-01T02:00:00.000Z')
  expect(of('+61412345678', 'AU', 'Australia/Perth', '2026-12-01T10:00')).toBe('2026-12-01T02:00:00.000Z')
  expect(of('+12125550123', 'US', null, '2026-03-08T02:30')).toBe('2026-03-08T07:00:00.000Z')
  expect(() => of('+12125550123', 'US', null, '2026-13-01T10:00')).toThrow(RangeError)
})

test('the source of a country’s hours is that of its rules, and the default elsewhere', () => {
  const kinds = ['US', 'CO', 'CN', 'FR', 'AE', 'IN', 'GB', 'CA', 'SE'].map((country) => quietKind(hours, country))
  expect(kinds.join(' ')).toBe('law law carrier carrier carrier regulation industry default default')
})

test('a number lies in the regions of its area, and in any of its country where the area is not known', () => {
  const of = (to: string, country: string) => regionsOf(hours, { to, country })
  expect([of('+17135550123', 'US'), of('+13055550123', 'US'), of('+12065550123', 'US')]).toEqual([['TX'], ['FL'], []])
  expect(of('+18005550123', 'US')).toEqual(['FL', 'OK', 'TX'])
  expect([of('+14165550123', 'CA'), of('+33612345678', 'FR')]).toEqual([[], []])
})

test('the most contacts are the fewest of country and region, and of all regions where it is not known', () => {
  expect(contactCaps(hours, 'CO', null)).toEqual({ day: 1, week: null })
  expect(contactCaps(hours, 'US', 'FL')).toEqual({ day: 3, week: null })
  expect(contactCaps(hours, 'US', 'TX')).toEqual({ day: null, week: null })
  expect(contactCaps(hours, 'US', null)).toEqual({ day: 3, week: null })
  expect(contactCaps(hours, 'SE', null)).toEqual({ day: null, week: null })
})

test('a period is worked out once for a place and a day', () => {
  const fresh = readQuietHours()
  const morning = new Date('2026-11-20T03:00:00Z')
  const first = openPeriod(fresh, recipient('+12125550123', 'US'), morning, null)
  const others = Array.from({ length: 1_000 }, (_, line) =>
    openPeriod(
      fresh,
      recipient(`+1212555${String(line).padStart(4, '0')}`, 'US'),
      new Date(morning.getTime() + line),
      null,
    ),
  )
  expect(others.every((period) => period === first)).toBe(true)
  expect(fresh.calendars.size).toBe(1)
  expect(HOUR * 11).toBe((first?.closes.getTime() ?? 0) - (first?.opens.getTime() ?? 0))
})
