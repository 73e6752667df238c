import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { AudienceColumn } from '@hongyan/contract/endpoints/messaging/audiences'
import { type HomeCountry, readNumberCell } from './number-cell.ts'
import type { RawRow } from './table.ts'
import { Unreadable } from './unreadable.ts'

/** Rows by which headings and columns are found. */
export const SAMPLE_ROWS = 200
/** A column holds numbers where so many of its values, in percents, are some. */
const MOSTLY = 50
/** Characters that are shown of a value. */
const SHOWN = 100

/** The words of a heading over phone numbers. */
const PHONE_WORDS =
  /phone|mobile|\bcell\b|\btel\b|\btel\.|telephone|msisdn|whats\s?app|\b(?:number|numbers|recipient|recipients|to)\b|手机|手機|电话|電話|联系方式|号码|號碼|收件人/i

/** The arrangement of a source: numbers alone, or a table. */
export type Arrangement =
  | { readonly kind: 'numbers' }
  | {
      readonly kind: 'table'
      readonly hasHeadings: boolean
      readonly columns: readonly AudienceColumn[]
      /** The place of the column with the numbers. */
      readonly phone: number
    }

export interface Choice {
  readonly country: HomeCountry
  readonly phoneColumn: string | null
  readonly pasted: boolean
}

const isPhone = (cell: string, country: HomeCountry): boolean => {
  const { kind } = readNumberCell(cell, country)
  return kind !== 'invalid'
}

/** A number of a known range. A table's other numbers, such as those of orders, are rarely one. */
const isLikely = (cell: string, country: HomeCountry): boolean => {
  const read = readNumberCell(cell, country)
  return read.kind === 'number' ? read.isKnown : read.kind !== 'invalid'
}

/** Finds headings, columns and the column with the numbers. `sample` holds the first rows, at least one. */
export function arrange(sample: readonly RawRow[], choice: Choice): Arrangement {
  const [first, ...rest] = sample
  if (first === undefined) return { kind: 'numbers' }
  const hasHeadings = isHeading(first, rest, choice)
  const body = hasHeadings ? rest : sample
  const width = widthOf(hasHeadings ? [first] : body, body)
  const columns = Array.from({ length: width }, (_, at) =>
    columnOf(hasHeadings ? first.cells[at] : '', at, body, choice),
  )
  if (!hasHeadings && choice.phoneColumn === null && isListOfNumbers(columns, body, choice)) return { kind: 'numbers' }
  if (width > limits.columns) throw new Unreadable({ problem: 'too_many_columns' })
  const named = withOwnNames(columns)
  return { kind: 'table', hasHeadings, columns: named, phone: phoneColumnOf(named, body, choice) }
}

/** Headings have letters and no number, and stand over numbers or say that they do. */
function isHeading({ cells }: RawRow, rest: readonly RawRow[], { country }: Choice): boolean {
  if (cells.some((cell) => isPhone(cell, country)) || !cells.some((cell) => /\p{L}/u.test(cell))) return false
  if (cells.some((cell) => PHONE_WORDS.test(cell))) return true
  return rest.some((row) => row.cells.some((cell) => isPhone(cell, country)))
}

/** Cells without a heading are left out where there are headings. */
function widthOf(heads: readonly RawRow[], body: readonly RawRow[]): number {
  const filled = (row: RawRow): number => row.cells.findLastIndex((cell) => cell !== '') + 1
  const widest = heads.reduce((most, row) => Math.max(most, filled(row)), 0)
  return widest > 0 ? widest : body.reduce((most, row) => Math.max(most, filled(row)), 0)
}

function columnOf(
  heading: string | undefined,
  at: number,
  body: readonly RawRow[],
  { country }: Choice,
): AudienceColumn {
  const values = body.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  const likely = values.filter((cell) => isLikely(cell, country)).length
  const phones = values.length === 0 ? 0 : Math.round((likely / values.length) * 100)
  const name = (heading ?? '').replaceAll(/\s+/g, ' ').slice(0, limits.headingMax).trim().toWellFormed()
  return {
    name,
    phones,
    sample: values.slice(0, limits.shownRows).map((value) => value.slice(0, SHOWN).toWellFormed()),
  }
}

/** Numbers alone: one column of them, or pasted lines of several numbers. */
function isListOfNumbers(columns: readonly AudienceColumn[], body: readonly RawRow[], { pasted }: Choice): boolean {
  if (columns.length <= 1) return true
  return (pasted || body.length === 1) && columns.every(({ phones, sample }) => sample.length === 0 || phones >= MOSTLY)
}

/** Gives columns without a heading the letter of a spreadsheet. Throws where two have one name. */
function withOwnNames(columns: readonly AudienceColumn[]): readonly AudienceColumn[] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  const named = columns.map((column, at) =>
    column.name === '' ? { ...column, name: freeName(letterOf(at), taken) } : column,
  )
  if (new Set(named.map(({ name }) => name.toLowerCase())).size < named.length) {
    throw new Unreadable({ problem: 'duplicate_headers', columns: named })
  }
  return named
}

const freeName = (letter: string, taken: ReadonlySet<string>): string => {
  let name = letter
  for (let nr = 2; taken.has(name.toLowerCase()); nr += 1) name = `${letter} ${nr}`
  return name
}

/** A to Z, AA to AZ and so on. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/**
 * The column with the numbers: the chosen one; else the only one whose heading says so and whose values are mostly
 * numbers; else the only one with such values; else the only one with such a heading.
 */
function phoneColumnOf(columns: readonly AudienceColumn[], body: readonly RawRow[], choice: Choice): number {
  const places = columns.map((_, at) => at)
  if (choice.phoneColumn !== null) {
    const chosen = columns.findIndex(({ name }) => name === choice.phoneColumn)
    if (chosen === -1) throw new Unreadable({ problem: 'no_phone_column', columns })
    return chosen
  }
  const isNamed = (at: number): boolean => PHONE_WORDS.test(columns[at]?.name ?? '')
  const isMostly = (at: number): boolean => (columns[at]?.phones ?? 0) >= MOSTLY
  const steps = [
    places.filter((at) => isNamed(at) && isMostly(at)),
    places.filter((at) => isMostly(at)),
    places.filter((at) => isNamed(at)),
    places.filter((at) => shareOfPossible(at, body, choice.country) >= MOSTLY),
  ]
  for (const found of steps) {
    const [only, another] = found
    if (only === undefined) continue
    if (another !== undefined) throw new Unreadable({ problem: 'two_phone_columns', columns })
    return only
  }
  throw new Unreadable({ problem: 'no_phone_column', columns })
}

function shareOfPossible(at: number, body: readonly RawRow[], country: HomeCountry): number {
  const values = body.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  return values.length === 0 ? 0 : (values.filter((cell) => isPhone(cell, country)).length / values.length) * 100
}
