import { type Parts, partsOf, readPart, readWholePart } from './archive.ts'
import { isDateFormat } from './cell-values.ts'
import { sharedStrings } from './shared-strings.ts'
import { type SheetContext, sheetReader } from './sheet.ts'
import { cleanCell, type RawRows, type Table } from './table.ts'
import { Unreadable } from './unreadable.ts'
import { attributeOf, type XmlHandlers } from './xml.ts'

interface Sheet {
  readonly name: string
  readonly relation: string
  readonly isHidden: boolean
}

interface Book {
  readonly sheets: readonly Sheet[]
  readonly from1904: boolean
}

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
/** The most sheets that are listed. */
const MOST_SHEETS = 200

/**
 * Opens a workbook at a sheet by its name, or at the first one that is shown. Values are read as the workbook holds
 * them: it runs no formula and follows no link.
 */
export async function openWorkbook(content: Uint8Array, wanted: string | null): Promise<Table> {
  const archive = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const parts = partsOf(archive)
  const { sheets, from1904 } = await readBook(archive, parts)
  const names = sheets.map(({ name }) => name)
  const sheet =
    wanted === null
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted)
  if (sheet === undefined) throw new Unreadable(wanted === null ? {} : { problem: 'unknown_sheet', sheets: names })
  const relations = await readRelations(archive, parts)
  const worksheet = relations.find(({ id }) => id === sheet.relation)
  const entry = worksheet === undefined ? undefined : parts.get(worksheet.target)
  if (entry === undefined) throw new Unreadable({ sheets: names })
  const targetOf = (kind: string) => parts.get(relations.find(({ type }) => type.endsWith(kind))?.target ?? '')
  const strings = sharedStrings()
  await readWholePart(archive, targetOf('/sharedStrings'), strings.handlers)
  const isDate = await readDateStyles(archive, targetOf('/styles'))
  const rows = () => rowsOf(archive, entry, { strings, isDate, from1904 })
  return { encoding: null, sheets: names, sheet: sheet.name, rows, numbers: rows }
}

async function* rowsOf(
  archive: Buffer,
  entry: Parameters<typeof readPart>[1],
  context: SheetContext,
): AsyncGenerator<RawRows> {
  const reader = sheetReader(context)
  for await (const share of readPart(archive, entry, reader.handlers)) yield { rows: reader.taken(), share }
  yield { rows: reader.taken(), share: 1 }
}

const handlersOf = (open: XmlHandlers['open']): XmlHandlers => ({ open, close: () => undefined, text: () => undefined })

async function readBook(archive: Buffer, parts: Parts): Promise<Book> {
  const sheets: Sheet[] = []
  let from1904 = false
  const open = (element: string, attributes: string): void => {
    if (element === 'workbookPr') from1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '')
    const name = element === 'sheet' ? attributeOf(attributes, 'name') : null
    const relation = attributeOf(attributes, '[\\w-]+:id') ?? ''
    const isHidden = ['hidden', 'veryHidden'].includes(attributeOf(attributes, 'state') ?? '')
    if (name !== null && sheets.length < MOST_SHEETS) sheets.push({ name: cleanCell(name), relation, isHidden })
  }
  await readWholePart(archive, parts.get(WORKBOOK), handlersOf(open))
  return { sheets, from1904 }
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
}

async function readRelations(archive: Buffer, parts: Parts): Promise<readonly Relation[]> {
  const relations: Relation[] = []
  const open = (element: string, attributes: string): void => {
    if (element !== 'Relationship') return
    const target = attributeOf(attributes, 'Target') ?? ''
    relations.push({
      id: attributeOf(attributes, 'Id') ?? '',
      type: attributeOf(attributes, 'Type') ?? '',
      target: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    })
  }
  await readWholePart(archive, parts.get(RELATIONS), handlersOf(open))
  return relations
}

/** The styles of cells, by their number, that show a date. */
async function readDateStyles(
  archive: Buffer,
  entry: Parameters<typeof readWholePart>[1],
): Promise<(style: number) => boolean> {
  const codes = new Map<number, string>()
  const dates = new Set<number>()
  let isCellFormats = false
  let styles = 0
  const open = (element: string, attributes: string): void => {
    if (element === 'numFmt') {
      codes.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '')
    } else if (element === 'cellXfs') isCellFormats = true
    else if (element === 'xf' && isCellFormats) {
      const format = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (isDateFormat(format, codes.get(format))) dates.add(styles)
      styles += 1
    }
  }
  const close = (element: string): void => {
    if (element === 'cellXfs') isCellFormats = false
  }
  await readWholePart(archive, entry, { open, close, text: () => undefined })
  return (style) => dates.has(style)
}
