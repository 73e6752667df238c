import { numberText } from './cell-values.ts'
import { decodeEscapes, type SharedStrings } from './shared-strings.ts'
import { cleanCell, hasText, KEPT_CELLS, KEPT_CHARACTERS, type RawRow } from './table.ts'
import { attributeOf, type XmlHandlers } from './xml.ts'

export interface SheetContext {
  readonly strings: SharedStrings
  /** True where a cell style shows its number as a date. */
  readonly isDate: (style: number) => boolean
  /** Days count from 1904 instead of 1900. */
  readonly from1904: boolean
}

export interface SheetReader {
  readonly handlers: XmlHandlers
  /** The rows since the last call. */
  readonly taken: () => RawRow[]
}

/** The last row that a workbook can have. */
const LAST_ROW = 1_048_576

/** Reads the rows of a worksheet. A formula counts by the value that the workbook holds for it. */
export function sheetReader(context: SheetContext): SheetReader {
  let rows: RawRow[] = []
  let nr = 0
  let cells: string[] = []
  let isInRow = false
  let column = -1
  let type = 'n'
  let style = -1
  let value = ''
  let isValue = false
  let isReading = false

  const openRow = (attributes: string): void => {
    const stated = Number(attributeOf(attributes, 'r') ?? 0)
    // Rows come in ascending order. A file that says otherwise is read in the order of its rows.
    nr = Number.isInteger(stated) && stated > nr && stated <= LAST_ROW ? stated : nr + 1
    cells = []
    column = -1
    isInRow = true
  }
  const openCell = (attributes: string): void => {
    const place = columnOf(attributeOf(attributes, 'r') ?? '')
    column = place > column ? place : column + 1
    type = attributeOf(attributes, 't') ?? 'n'
    style = Number(attributeOf(attributes, 's') ?? -1)
    value = ''
  }
  const closeCell = (): void => {
    if (column >= KEPT_CELLS) return
    while (cells.length < column) cells.push('')
    cells.push(cleanCell(textOf(context, type, style, value)))
  }
  const closeRow = (): void => {
    isInRow = false
    if (hasText(cells)) rows.push({ nr, cells })
  }

  return {
    handlers: {
      open: (name, attributes) => {
        if (name === 'row') openRow(attributes)
        else if (!isInRow) return
        else if (name === 'c') openCell(attributes)
        else if (name === 'rPh') isReading = true
        else if (name === 'v' || name === 't') isValue = !isReading
      },
      close: (name) => {
        if (!isInRow) return
        if (name === 'v' || name === 't') isValue = false
        else if (name === 'rPh') isReading = false
        else if (name === 'c') closeCell()
        else if (name === 'row') closeRow()
      },
      text: (text) => {
        if (isValue && value.length < KEPT_CHARACTERS) value += text.slice(0, KEPT_CHARACTERS - value.length)
      },
    },
    taken: () => {
      const read = rows
      rows = []
      return read
    },
  }
}

/** The place of the column of a reference such as AB12; -1 without one. */
function columnOf(reference: string): number {
  let column = 0
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

function textOf({ strings, isDate, from1904 }: SheetContext, type: string, style: number, value: string): string {
  switch (type) {
    case 's':
      return strings.at(Number(value))
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'str':
    case 'inlineStr':
      return decodeEscapes(value)
    case 'n':
      return value === '' ? '' : numberText(value, isDate(style), from1904)
    default:
      return value
  }
}
