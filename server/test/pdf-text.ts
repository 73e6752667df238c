import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of a PDF, by the ToUnicode tables of its embedded fonts. Glyphs drawn together form a line.
 */
export function textOf(pdf: Buffer): readonly string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map(
    [...objects.values()].flatMap(({ head }) =>
      [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ([, name = '', font = '']) => [name, tableOf(objects, font)] as const,
      ),
    ),
  )
  return [...objects.values()].flatMap(({ stream }) => linesOf(stream, fonts))
}

/** The files that are attached to a PDF. */
export const filesIn = (pdf: Buffer): readonly string[] =>
  [...objectsOf(pdf).values()]
    .filter(({ head }) => head.includes('/EmbeddedFile'))
    .map(({ stream }) => Buffer.from(stream, 'latin1').toString('utf8'))

type Signs = ReadonlyMap<string, string>

/** The lines of a page's content: text in the font that was chosen last. */
function linesOf(content: string, fonts: ReadonlyMap<string, Signs>): readonly string[] {
  let signs: Signs = new Map()
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\]\s*TJ/gs)].flatMap(([, font, shown]) => {
    if (font !== undefined) signs = fonts.get(font) ?? signs
    if (shown === undefined) return []
    return [[...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => wordsOf(hex, signs)).join('')]
  })
}

interface PdfObject {
  readonly head: string
  readonly stream: string
}

function objectsOf(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  const text = pdf.toString('latin1')
  for (const { 0: begin, 1: nr = '', index } of text.matchAll(/(\d+) 0 obj\n/g))
    objects.set(nr, objectAt(pdf, text, index + begin.length))
  return objects
}

function objectAt(pdf: Buffer, text: string, from: number): PdfObject {
  const end = text.indexOf('\nendobj', from)
  const stream = text.indexOf('stream\n', from)
  if (stream === -1 || stream > end) return { head: text.slice(from, end), stream: '' }
  const [begins, ends] = [stream + 'stream\n'.length, text.indexOf('\nendstream', stream)]
  return { head: text.slice(from, stream), stream: inflated(pdf.subarray(begins, ends)) }
}

function tableOf(objects: ReadonlyMap<string, PdfObject>, font: string): Signs {
  const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '') ?? []
  return signsOf(objects.get(table)?.stream ?? '')
}

const wordsOf = (hex: string, signs: Signs): string =>
  (hex.match(/.{4}/g) ?? []).map((glyph) => signs.get(glyph.toLowerCase()) ?? '?').join('')

const inflated = (bytes: Buffer): string => {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

/** Reads the table: ranges of glyphs with their characters in UTF-16. */
function signsOf(table: string): Signs {
  const signs = new Map<string, string>()
  for (const [, first = '0', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [place, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const glyph = (Number.parseInt(first, 16) + place).toString(16).padStart(4, '0')
      signs.set(glyph, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return signs
}
