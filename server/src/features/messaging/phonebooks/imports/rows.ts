import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { zoneNamed } from '@hongyan/contract/zone-names'
import { z } from 'zod'
import type { LeftOutRow, RecipientRow } from '../../../../recipient-files/read.ts'
import type { ColumnUse } from './columns.ts'

/** A row of a file as it goes into a phonebook. */
export interface GivenContact {
  readonly row: number
  readonly recipient: string
  readonly country: string
  /** Values by key. */
  readonly fields: Readonly<Record<string, string>>
  /** The keys whose values an empty cell clears. */
  readonly cleared: readonly string[]
  readonly zone: string | null
  readonly consent_source: string | null
  readonly consent_at: string | null
}

export interface Consent {
  readonly source: string
  readonly at: string
}

export interface RowChoices {
  /** The consent of rows that have none of their own. */
  readonly consent: Consent | null
  readonly clearEmpty: boolean
}

/** Control characters, and those that change the reading direction. */
const UNSHOWN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const oneLine = (cell: string): string => cell.replaceAll(/\s+/g, ' ').replaceAll(UNSHOWN, '').trim()

const lengthOf = (text: string): number => Array.from(text).length

/** Splits rows into contacts, and those with a value that no field holds. */
export function readRows(
  rows: readonly RecipientRow[],
  uses: readonly ColumnUse[],
  choices: RowChoices,
): { readonly contacts: readonly GivenContact[]; readonly tooLong: readonly LeftOutRow[] } {
  const contacts: GivenContact[] = []
  const tooLong: LeftOutRow[] = []
  for (const row of rows) {
    const contact = readRow(row, uses, choices)
    if (contact === null) tooLong.push({ row: row.row, value: row.to, reason: 'too_long' })
    else contacts.push(contact)
  }
  return { contacts, tooLong }
}

function readRow(
  { row, to, country, cells }: RecipientRow,
  uses: readonly ColumnUse[],
  { consent, clearEmpty }: RowChoices,
): GivenContact | null {
  // Of every column, so that the check of a file and its merge leave out the same rows.
  if (cells.some((cell) => cell.length > limits.valueMax && lengthOf(oneLine(cell)) > limits.valueMax)) return null
  const fields: Record<string, string> = {}
  const cleared: string[] = []
  let [zone, source, at]: (string | null)[] = [null, null, null]
  for (const [index, use] of uses.entries()) {
    const value = oneLine(cells[index] ?? '')
    if (use.kind === 'field') {
      if (value !== '') fields[use.key] = value
      else if (clearEmpty) cleared.push(use.key)
    } else if (value === '') continue
    else if (use.kind === 'zone') zone = zoneNamed(value)
    else if (use.kind === 'consent_at') at = dateOf(value)
    else if (use.kind === 'consent_source') source = Array.from(value).slice(0, limits.consentMax).join('')
  }
  const agreed = consentOf(source, at, consent)
  return {
    row,
    recipient: to,
    country,
    fields,
    cleared,
    zone: zone ?? null,
    consent_source: agreed?.source ?? null,
    consent_at: agreed?.at ?? null,
  }
}

/** A row's own source needs a date: its own, or that of the whole file. */
function consentOf(
  source: string | null | undefined,
  at: string | null | undefined,
  all: Consent | null,
): Consent | null {
  const date = at ?? all?.at ?? null
  if (source === null || source === undefined || date === null) return all
  return { source, at: date }
}

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/

/** An ISO date; null where a text is none. A time behind the date does not matter. */
function dateOf(value: string): string | null {
  const [, year = '', month = '', day = ''] = DATE.exec(value) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return z.iso.date().safeParse(date).success ? date : null
}
