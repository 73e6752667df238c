import type { Audience, AudienceColumn, RowCounts } from '@hongyan/contract/endpoints/messaging/audiences'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { maskedNumber } from '../kit/masked-number.ts'
import type { HoursRecipient } from '../pipeline/quiet-hours.ts'
import type { RecipientRow } from '../recipient-files/read.ts'
import type { MemberGroup } from './kept-back.ts'

/**
 * The recipients of one country, numbering area and zone: the sending hours are the same for all. Of their numbers, `to`
 * has the numbering area alone.
 */
export interface Place extends HoursRecipient {
  readonly recipients: number
}

/** Facts about a list that the table keeps as JSON. */
export interface AudienceReport {
  readonly counts: RowCounts
  readonly columns: readonly AudienceColumn[]
  readonly phoneColumn: string | null
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly sample: Audience['sample']
  readonly countries: Audience['countries']
  readonly places: readonly Place[]
  /** As the account's recipient list was when the reading ended. */
  readonly groups: readonly MemberGroup[]
}

/** The report of a list without members. */
export const NO_REPORT: AudienceReport = {
  counts: { rows: 0, valid: 0, invalid: 0, scientific: 0, duplicates: 0, landline: 0, too_long: 0 },
  columns: [],
  phoneColumn: null,
  sheets: [],
  sheet: null,
  sample: [],
  countries: [],
  places: [],
  groups: [],
}

export interface Member extends RecipientRow {
  readonly zone: string | null
}

/** A page of members with the place of the cell that is their number, or -1. */
export interface MemberPage {
  readonly members: readonly Member[]
  readonly phone: number
  readonly progress: number
}

/** Places beyond these are few recipients each, and are left out of the count of closed hours. */
const MOST_PLACES = 2_000
/** The area of a number of the North American plan, whose countries have several zones. */
const NORTH_AMERICAN = /^\+1\d{3}/

/** Counts the members of a list by country and place while they are read, and keeps the first ones. */
export interface Tally {
  /** `phone` is the place of the cell with the number, or -1. */
  readonly add: (members: readonly Member[], phone: number) => void
  readonly end: () => Pick<AudienceReport, 'sample' | 'countries' | 'places'>
}

export function newTally(): Tally {
  const sample: Audience['sample'] = []
  const countries = new Map<string, number>()
  const places = new Map<string, { -readonly [K in keyof Place]: Place[K] }>()

  const addPlace = ({ to, country, zone }: Member): void => {
    const area = NORTH_AMERICAN.exec(to)?.[0] ?? ''
    const key = `${country} ${area} ${zone ?? ''}`
    const known = places.get(key)
    if (known !== undefined) known.recipients += 1
    else if (places.size < MOST_PLACES) places.set(key, { to: area, country, zone, recipients: 1 })
  }
  return {
    add: (members, phone) => {
      for (const member of members) {
        const { row, to, country, cells } = member
        countries.set(country, (countries.get(country) ?? 0) + 1)
        addPlace(member)
        if (sample.length < limits.shownRows) {
          const masked = maskedNumber(to)
          sample.push({ row, to: masked, cells: cells.map((cell, at) => (at === phone ? masked : cell)) })
        }
      }
    },
    end: () => ({
      sample,
      countries: [...countries]
        .map(([country, recipients]) => ({ country, recipients }))
        .toSorted((one, other) => other.recipients - one.recipients || one.country.localeCompare(other.country)),
      places: [...places.values()],
    }),
  }
}
