import { quietKinds } from '@hongyan/contract/vocabulary/broadcast'
import { confidences } from '@hongyan/contract/vocabulary/sender-rule'
import { z } from 'zod'
import { dataFile } from '../../../data/data-file.ts'
import { readCsvRows } from '../../../kit/csv-rows.ts'
import {
  type CountryZones,
  type Holiday,
  type HoursRule,
  type NumberingArea,
  type QuietHours,
  quietHours,
} from '../../../pipeline/quiet-rules.ts'
import { isZone } from '@hongyan/contract/wall-clock'

const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const LAST = WEEK.length

/** `Sat`, or `Mon-Sun` with both days. */
const Days = z
  .tuple([z.enum(WEEK), z.enum(WEEK)])
  .or(z.tuple([z.enum(WEEK)]).transform(([day]): [typeof day, typeof day] => [day, day]))
  .transform(([first, last]) => {
    const from = WEEK.indexOf(first)
    const length = (WEEK.indexOf(last) - from + LAST) % LAST
    return new Set(Array.from({ length: length + 1 }, (_, at) => (from + at) % LAST))
  })

const Minutes = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .transform((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)))

const Contacts = z.union([z.literal('').transform(() => null), z.coerce.number().int().min(1)])
const Country = z.string().regex(/^[A-Z]{2}$/)
const Zones = z
  .string()
  .transform((names) => names.split(' '))
  .refine((names) => names.every(isZone), 'names a zone that is unknown')

const HoursRow = z
  .strictObject({
    country: z.union([z.literal('*'), Country]),
    region: z.union([z.literal('').transform(() => null), Country]),
    days: z
      .string()
      .transform((text) => text.split('-'))
      .pipe(Days),
    from: Minutes,
    to: Minutes,
    holidays: z.enum(['yes', 'no']),
    contacts_day: Contacts,
    contacts_week: Contacts,
    kind: z.enum(quietKinds),
    source: z.string().min(1),
    confidence: z.enum(confidences),
    checked_on: z.iso.date(),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'is not later than the beginning' })
  .transform(
    ({ country, region, days, from, to, holidays, contacts_day: day, contacts_week: week, kind }): HoursRule => ({
      country,
      region,
      days,
      from,
      to,
      holidays: holidays === 'yes',
      contacts: { day, week },
      kind,
    }),
  )

const HolidayRow = z
  .strictObject({ country: Country, date: z.iso.date(), name: z.string().min(1) })
  .transform(({ country, date }): Holiday => ({ country, date: Date.parse(date) }))

const AreaRow = z
  .strictObject({
    area: z.string().regex(/^[2-9]\d{2}$/),
    country: Country,
    regions: z.string().transform((names) => names.split(' ')),
    zones: Zones,
  })
  .transform((row): NumberingArea => row)

const ZonesRow = z.strictObject({ country: Country, zones: Zones }).transform((row): CountryZones => row)

export const readHoursRules = (file: string): readonly HoursRule[] => readCsvRows(file, HoursRow)
export const readHolidays = (file: string): readonly Holiday[] => readCsvRows(file, HolidayRow)
export const readNumberingAreas = (file: string): readonly NumberingArea[] => readCsvRows(file, AreaRow)
export const readCountryZones = (file: string): readonly CountryZones[] => readCsvRows(file, ZonesRow)

/** Reads the sending hours of marketing. Throws a StartError where a row is wrong. */
export const readQuietHours = (): QuietHours =>
  quietHours(
    readHoursRules(dataFile('quiet-hours.csv')),
    readHolidays(dataFile('holidays.csv')),
    readNumberingAreas(dataFile('numbering-areas.csv')),
    readCountryZones(dataFile('country-zones.csv')),
  )
