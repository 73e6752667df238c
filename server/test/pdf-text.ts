import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of a PDF with one embedded font, by the font's ToUnicode table. Glyphs drawn together form a line.
 */
export function textOf(pdf: Buffer): readonly string[] {
  const streams = streamsOf(pdf)
  const signs = signsOf(streams.find((stream) => stream.includes('begincmap')) ?? '')
  return streams.flatMap((stream) =>
    [...stream.matchAll(/\[(.*?)\]\s*TJ/gs)].map(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => wordsOf(hex, signs)).join(''),
    ),
  )
}

const wordsOf = (hex: string, signs: ReadonlyMap<string, string>): string =>
  (hex.match(/.{4}/g) ?? []).map((glyph) => signs.get(glyph.toLowerCase()) ?? '?').join('')

function streamsOf(pdf: Buffer): readonly string[] {
  const found: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at)) {
    const [from, to] = [at + 'stream\n'.length, pdf.indexOf('\nendstream', at)]
    found.push(inflated(pdf.subarray(from, to)))
    at = to + '\nendstream'.length
  }
  return found
}

const inflated = (bytes: Buffer): string => {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

/** Reads the table: ranges of glyphs with their characters in UTF-16. */
function signsOf(table: string): ReadonlyMap<string, string> {
  const signs = new Map<string, string>()
  for (const [, first = '0', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [place, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const glyph = (Number.parseInt(first, 16) + place).toString(16).padStart(4, '0')
      signs.set(glyph, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return signs
}
