import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setImmediate as yieldToOtherWork } from 'node:timers/promises'
import { Locale } from '@hongyan/contract/vocabulary/account'

const texts = {
  [Locale.English]: { product: 'Hongyan', page: (page: number, of: number) => `Page ${page} of ${of}` },
  [Locale.SimplifiedChinese]: { product: '鸿雁', page: (page: number, of: number) => `第 ${page} 页，共 ${of} 页` },
} as const

const MARGIN = 40
const FOOT = 56
const INK = '#1a1a1a'
const FAINT = '#6b6b6b'
const RULE = '#d4d4d4'
/** The height of a line to write on, and the space for its name. */
const BLANK = 30
const BLANK_LABEL = 150
const SIZES = { title: 18, figure: 14, large: 11, text: 9, small: 6.5 } as const

export interface Column {
  readonly title: string
  readonly width: number
  readonly align: 'left' | 'right'
}

/** A cell of a table: a text, and a smaller one below it. A strong one is a sum of the cells above. */
export interface Cell {
  readonly text: string
  readonly below?: string
  readonly strong?: boolean
}

/** A company or a person: a label, the name, and further lines below it. */
export interface Party {
  readonly label: string
  readonly name: string
  readonly lines: readonly string[]
}

/**
 * A document of A4 pages, filled from the top. Content that does not fit begins a new page. All lengths are in points.
 */
export interface PdfDocument {
  readonly title: (text: string, aside: string) => void
  /** The seller and the customer, side by side. */
  readonly parties: (parties: readonly Party[]) => void
  /** Names with their values, one pair a line. */
  readonly details: (rows: readonly (readonly [name: string, value: string])[]) => void
  readonly note: (text: string) => void
  /** Begins a new page where less space is left. */
  readonly room: (points: number) => void
  /** Attaches a JSON file to the document. */
  readonly attach: (name: string, content: string) => void
  readonly heading: (text: string) => void
  readonly paragraph: (text: string) => void
  /** Names with an empty line to write on, one a line. */
  readonly blanks: (names: readonly string[]) => void
  /** Figures side by side, with their names above them. The last one is the largest. */
  readonly figures: (named: readonly (readonly [name: string, value: string])[]) => void
  /** One line a row, with the header repeated on every page. Yields to other work between pages. */
  readonly table: (columns: readonly Column[], rows: Iterable<readonly Cell[]>) => Promise<void>
}

/** The fonts, each 8 MB with every character of both languages. */
const FONTS = { body: 'NotoSansHans-Regular.otf', strong: 'NotoSansHans-Medium.otf' } as const
type Font = keyof typeof FONTS

const loaded = new Map<Font, Promise<Buffer>>()

/** Loads a font when the first PDF needs it. */
function readFont(font: Font): Promise<Buffer> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc'))
  const file = loaded.get(font) ?? readFile(path.join(folder, '../fonts', FONTS[font]))
  loaded.set(font, file)
  return file
}

/**
 * Draws a PDF and numbers its pages. The whole PDF is in memory, so callers bound its length. Loads the library with the
 * first PDF: it takes a quarter of a second.
 */
export async function drawPdf(
  locale: Locale,
  title: string,
  draw: (pdf: PdfDocument) => Promise<void>,
): Promise<Buffer> {
  const { product, page: pageOf } = texts[locale]
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    lang: locale,
    info: { Title: title, Author: product },
  })
  const finished = collect(doc)
  doc
    .registerFont('strong', await readFont('strong'))
    .registerFont('body', await readFont('body'))
    .font('body')
  await draw(documentOn(doc))
  const pages = doc.bufferedPageRange().count
  for (let page = 0; page < pages; page += 1) {
    doc.switchToPage(page)
    const foot = { width: widthOf(doc), align: 'center', lineBreak: false } as const
    doc.fontSize(SIZES.small).fillColor(FAINT)
    doc.text(`${title} · ${pageOf(page + 1, pages)}`, MARGIN, doc.page.height - FOOT / 2, foot)
  }
  doc.end()
  return finished
}

async function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer) // a document without an encoding yields bytes
  return Buffer.concat(chunks)
}

const widthOf = (doc: PDFKit.PDFDocument): number => doc.page.width - 2 * MARGIN
const bottomOf = (doc: PDFKit.PDFDocument): number => doc.page.height - FOOT

/** Begins a new page where less space is left. */
function keepRoom(doc: PDFKit.PDFDocument, points: number): void {
  if (doc.y + points > bottomOf(doc)) doc.addPage()
}

function documentOn(doc: PDFKit.PDFDocument): PdfDocument {
  return {
    title(text, aside) {
      const y = doc.y
      doc.font('strong').fontSize(SIZES.title).fillColor(INK).text(text, MARGIN, y)
      doc
        .font('body')
        .fontSize(SIZES.large)
        .fillColor(FAINT)
        .text(aside, MARGIN, y + 5, { width: widthOf(doc), align: 'right' })
      doc.x = MARGIN
      doc.y = y + 40
    },
    parties(parties) {
      const [top, width] = [doc.y, widthOf(doc) / 2]
      const bottoms = parties.map(({ label, name, lines }, place) => {
        const [x, box] = [MARGIN + place * width, { width: width - 2 * PADDING }]
        doc.fontSize(SIZES.text).fillColor(FAINT).text(label, x, top, box)
        doc
          .font('strong')
          .fontSize(SIZES.large)
          .fillColor(INK)
          .text(name, x, doc.y + 2, box)
        doc.font('body').fontSize(SIZES.text).fillColor(INK)
        for (const line of lines) doc.text(line, x, doc.y + 2, box)
        return doc.y
      })
      doc.x = MARGIN
      doc.y = Math.max(top, ...bottoms) + 16
    },
    details(rows) {
      for (const [name, value] of rows) {
        doc.fontSize(SIZES.text)
        keepRoom(doc, doc.heightOfString(value, { width: widthOf(doc) - 115 }))
        const y = doc.y
        doc.fontSize(SIZES.text).fillColor(FAINT).text(name, MARGIN, y, { width: 110 })
        doc.fillColor(INK).text(value, MARGIN + 115, y, { width: widthOf(doc) - 115 })
        doc.y += 3
      }
      doc.y += 10
    },
    note(text) {
      doc
        .fontSize(SIZES.text)
        .fillColor(FAINT)
        .text(text, MARGIN, doc.y, { width: widthOf(doc) })
      doc.y += 10
    },
    room: (points) => keepRoom(doc, points),
    attach(name, content) {
      doc.file(Buffer.from(content), { name, type: 'application/json' })
    },
    heading(text) {
      doc.y += 6
      doc.font('strong').fontSize(SIZES.large).fillColor(INK)
      doc.text(text, MARGIN, doc.y, { width: widthOf(doc) })
      doc.font('body')
      doc.y += 6
    },
    paragraph(text) {
      doc.fontSize(SIZES.large).fillColor(INK)
      doc.text(text, MARGIN, doc.y, { width: widthOf(doc), lineGap: 3 })
      doc.y += 6
    },
    blanks(names) {
      for (const name of names) {
        const y = doc.y
        doc.fontSize(SIZES.text).fillColor(FAINT)
        doc.text(name, MARGIN, y + BLANK - 14, { width: BLANK_LABEL, lineBreak: false })
        doc
          .moveTo(MARGIN + BLANK_LABEL, y + BLANK)
          .lineTo(MARGIN + widthOf(doc), y + BLANK)
          .lineWidth(0.5)
          .strokeColor(FAINT)
          .stroke()
        doc.x = MARGIN
        doc.y = y + BLANK + 4
      }
      doc.y += 10
    },
    figures(named) {
      const width = widthOf(doc) / named.length
      const y = doc.y
      for (const [place, [name, value]] of named.entries()) {
        const x = MARGIN + place * width
        const isLast = place === named.length - 1
        doc.fontSize(SIZES.text).fillColor(FAINT).text(name, x, y, { width })
        doc
          .font(isLast ? 'strong' : 'body')
          .fontSize(isLast ? SIZES.figure : SIZES.large)
          .fillColor(INK)
          .text(value, x, y + (isLast ? 13 : 16), { width, lineBreak: false })
        doc.font('body')
      }
      doc.x = MARGIN
      doc.y = y + 50
    },
    table: (columns, rows) => drawTable(doc, columns, rows),
  }
}

const ROW = 24
const PADDING = 4
/** The space above a row's text: a row with one line has it in the middle. */
const ABOVE = { one: 5, two: 0 } as const

async function drawTable(
  doc: PDFKit.PDFDocument,
  columns: readonly Column[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  // Keeps a header on one page with the first row below it.
  if (doc.y + 2 * ROW > bottomOf(doc)) doc.addPage()
  drawRow(
    doc,
    columns,
    columns.map(({ title }) => ({ text: title })),
    FAINT,
  )
  for (const row of rows) {
    if (doc.y + ROW > bottomOf(doc)) {
      await yieldToOtherWork()
      doc.addPage()
      drawRow(
        doc,
        columns,
        columns.map(({ title }) => ({ text: title })),
        FAINT,
      )
    }
    drawRow(doc, columns, row, INK)
  }
  doc.y += 10
}

function drawRow(doc: PDFKit.PDFDocument, columns: readonly Column[], cells: readonly Cell[], ink: string): void {
  const y = doc.y
  const above = cells.some(({ below }) => below !== undefined) ? ABOVE.two : ABOVE.one
  let x = MARGIN
  for (const [place, { width, align }] of columns.entries()) {
    const { text = '', below, strong = false } = cells[place] ?? {}
    const isLast = place === columns.length - 1
    const box = {
      width: isLast ? width : width - PADDING,
      align,
      lineBreak: false,
      height: ROW,
      ellipsis: true,
    } as const
    doc
      .font(strong ? 'strong' : 'body')
      .fontSize(SIZES.text)
      .fillColor(ink)
      .text(text, x, y + above, box)
    doc.font('body')
    if (below !== undefined)
      doc
        .fontSize(SIZES.small)
        .fillColor(FAINT)
        .text(below, x, y + 12, box)
    x += width
  }
  doc
    .moveTo(MARGIN, y + ROW - 3)
    .lineTo(MARGIN + widthOf(doc), y + ROW - 3)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke()
  doc.x = MARGIN
  doc.y = y + ROW
}
