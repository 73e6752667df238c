import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { DAY } from '@hongyan/contract/durations'
import { z } from 'zod'
import type { Value } from '../source.ts'
import { offsetIn, safeText } from './cells.ts'
import type { FileColumn, FileLayout, Writer } from './writer.ts'

/**
 * A workbook (ECMA-376) is a ZIP archive (APPNOTE 6.3) of XML files. Each piece is deflated on its own up to a byte
 * boundary, and deflated pieces one behind the other are one deflated file. So the state is a few numbers: the checksum
 * and sizes of the sheet so far.
 */
const Entry = z.object({
  name: z.string(),
  crc: z.number(),
  packed: z.number(),
  size: z.number(),
  /** The place of its local header in the archive. */
  start: z.number(),
})
type Entry = z.infer<typeof Entry>

const State = z.object({
  /** The bytes written so far. */
  at: z.number(),
  entries: z.array(Entry),
  /** The sheet that is open, with its rows so far. */
  sheet: Entry.extend({ rows: z.number() }).nullable(),
})

const pack = promisify(deflateRaw)
/** Ends at a byte without ending the stream. */
const OPEN_END = { level: 6, finishFlush: constants.Z_FULL_FLUSH }
/** The last block of a deflated stream, without content. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

/** Thrown where an archive of this version of ZIP ends. */
export class TooLarge extends Error {}
const ZIP_MAX = 0xff_ff_ff_ff
/** A sheet's size stays below that of its archive. */
const SHEET_BYTES = 3_000_000_000

const LOCAL = { signature: 0x04_03_4b_50, bytes: 30 }
const DESCRIPTOR = { signature: 0x08_07_4b_50, bytes: 16 }
const CENTRAL = { signature: 0x02_01_4b_50, bytes: 46 }
const END = { signature: 0x06_05_4b_50, bytes: 22 }
const VERSION = 20
/** The name is UTF-8, and the sizes stand behind the content. */
const FLAGS = 0x08_08
const DEFLATED = 8
/** 1 January 1980: the time of no entry is shown. */
const DOS_DATE = 0x00_21

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The style of headings, and that of moments. */
const HEADING = 1
const MOMENT = 2
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`

// Characters that XML does not allow, single halves of pairs, and what a reader takes for the code of a character.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const CODE = /_(?=x[\dA-Fa-f]{4}_)/g
const MARKUP = /[&<>\r]/g
const marked: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Letters, digits and signs that stand for themselves, as in most texts. */
const PLAIN = /^[\t\n -%'-;=?-^`-~\u00A0-\uD7FF]*$/

const xmlText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(UNREADABLE, '')
        .replace(CODE, '_x005F_')
        .replace(MARKUP, (sign) => marked[sign] ?? sign)

const textCell = (text: string, style = ''): string =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(safeText(text))}</t></is></c>`

/** Days since 30 December 1899, the numbers that spreadsheets show as moments. */
const EPOCH = 25_569

function cellsOf(columns: readonly FileColumn[], zone: string): readonly ((value: Value) => string)[] {
  const offset = offsetIn(zone)
  return columns.map(({ form, label }) => (value: Value): string => {
    if (value === null) return '<c/>'
    if (form === 'number') return `<c><v>${value}</v></c>`
    if (form === 'time') {
      const moment = Number(value)
      return `<c s="${MOMENT}"><v>${EPOCH + Math.floor((moment + offset(moment)) / 1_000) / (DAY / 1_000)}</v></c>`
    }
    return textCell(form === 'label' ? label(value) : String(value))
  })
}

export function xlsxWriter({ columns, zone, sheetRows }: FileLayout, state: unknown): Writer {
  const { entries, ...now } = state === null ? { at: 0, entries: [], sheet: null } : State.parse(state)
  let { at, sheet } = now
  const cells = cellsOf(columns, zone)

  /** Counts bytes as written. */
  const written = (bytes: Buffer): Buffer => {
    at += bytes.length
    if (at > ZIP_MAX) throw new TooLarge('the workbook has more bytes than its format allows')
    return bytes
  }

  const begin = (name: string): { readonly entry: Entry; readonly head: Buffer } => {
    const entry = { name, crc: 0, packed: 0, size: 0, start: at }
    return { entry, head: written(localHeader(name)) }
  }

  /** Deflates more of an entry's content. */
  const more = async (entry: Entry, text: string): Promise<Buffer> => {
    const content = Buffer.from(text)
    const packed = written(await pack(content, OPEN_END))
    entry.crc = crc32(content, entry.crc)
    entry.size += content.length
    entry.packed += packed.length
    return packed
  }

  const end = (entry: Entry): Buffer => {
    entry.packed += LAST_BLOCK.length
    const { name, crc, packed, size, start } = entry
    entries.push({ name, crc, packed, size, start })
    return written(Buffer.concat([LAST_BLOCK, descriptor(entry)]))
  }

  const beginSheet = async (): Promise<Buffer> => {
    const { entry, head } = begin(`xl/worksheets/sheet${entries.length + 1}.xml`)
    sheet = { ...entry, rows: 0 }
    const headings = columns.map(({ title }) => textCell(title, ` s="${HEADING}"`)).join('')
    const widths = columns.map((_, nr) => `<col min="${nr + 1}" max="${nr + 1}" width="20" customWidth="1"/>`).join('')
    return Buffer.concat([
      head,
      await more(
        sheet,
        `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row>${headings}</row>`,
      ),
    ])
  }

  const endSheet = async (): Promise<Buffer> => {
    if (sheet === null) return Buffer.alloc(0)
    const parts = [await more(sheet, '</sheetData></worksheet>'), end(sheet)]
    sheet = null
    return Buffer.concat(parts)
  }

  const whole = async (name: string, text: string): Promise<Buffer> => {
    const { entry, head } = begin(name)
    return Buffer.concat([head, await more(entry, text), end(entry)])
  }

  return {
    async rows(rows) {
      const parts: Buffer[] = []
      for (let first = 0; first < rows.length;) {
        if (sheet === null) parts.push(await beginSheet())
        if (sheet === null) break
        const some = rows.slice(first, first + sheetRows - sheet.rows)
        const text = some.map((row) => `<row>${cells.map((cell, nr) => cell(row[nr] ?? null)).join('')}</row>`).join('')
        parts.push(await more(sheet, text))
        sheet.rows += some.length
        first += some.length
        if (sheet.rows >= sheetRows || sheet.size >= SHEET_BYTES) parts.push(await endSheet())
      }
      return Buffer.concat(parts)
    },
    async end() {
      const parts = entries.length === 0 && sheet === null ? [await beginSheet()] : []
      parts.push(await endSheet())
      const sheets = entries.map((_, nr) => nr + 1)
      for (const [name, text] of packageFiles(sheets)) parts.push(await whole(name, text))
      const directory = Buffer.concat(entries.map(centralHeader))
      parts.push(written(Buffer.concat([directory, endOfArchive(entries.length, directory.length, at)])))
      return Buffer.concat(parts)
    },
    state: () => ({ at, entries: [...entries], sheet: sheet && { ...sheet } }),
  }
}

/** The files that describe the sheets. */
function packageFiles(sheets: readonly number[]): readonly (readonly [name: string, text: string])[] {
  const each = (write: (nr: number) => string): string => sheets.map(write).join('')
  const styles = sheets.length + 1
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((nr) => `<sheet name="${nr}" sheetId="${nr}" r:id="rId${nr}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((nr) => `<Relationship Id="rId${nr}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${nr}.xml"/>`)}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${each((nr) => `<Override PartName="/xl/worksheets/sheet${nr}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}</Types>`,
    ],
  ]
}

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(LOCAL.bytes)
  header.writeUInt32LE(LOCAL.signature, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name)])
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const written = Buffer.alloc(DESCRIPTOR.bytes)
  written.writeUInt32LE(DESCRIPTOR.signature, 0)
  written.writeUInt32LE(crc, 4)
  written.writeUInt32LE(packed, 8)
  written.writeUInt32LE(size, 12)
  return written
}

function centralHeader({ name, crc, packed, size, start }: Entry): Buffer {
  const header = Buffer.alloc(CENTRAL.bytes)
  header.writeUInt32LE(CENTRAL.signature, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(DEFLATED, 10)
  header.writeUInt16LE(DOS_DATE, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(start, 42)
  return Buffer.concat([header, Buffer.from(name)])
}

function endOfArchive(entries: number, bytes: number, start: number): Buffer {
  const end = Buffer.alloc(END.bytes)
  end.writeUInt32LE(END.signature, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(start, 16)
  return end
}
