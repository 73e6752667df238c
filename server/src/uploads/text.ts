import type { FileType } from '@hongyan/contract/vocabulary/upload'

/** No text has these. NUL and its neighbours are in nearly every binary file. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffe\uffff]/

/** The start of a text, long enough for its first line. */
const HEAD = 10_000
const SEPARATOR = /[,;\t]/

/**
 * The type of a file that is a text in UTF-16 with a mark, in UTF-8 or in GB 18030, which Excel writes in China; null for
 * any other. A text whose first line has a separator is CSV.
 */
export async function textTypeOf(head: Buffer, open: () => AsyncIterable<Buffer>): Promise<FileType | null> {
  for (const encoding of encodingsOf(head)) {
    const start = await textStart(open(), encoding)
    if (start !== null) return SEPARATOR.test(start.trimStart().split('\n', 1)[0] ?? '') ? 'text/csv' : 'text/plain'
  }
  return null
}

function encodingsOf(head: Buffer): readonly string[] {
  const mark = head.toString('hex', 0, 2)
  if (mark === 'fffe') return ['utf-16le']
  return mark === 'feff' ? ['utf-16be'] : ['utf-8', 'gb18030']
}

/** The start of a text, or null where the content is none in this encoding. */
async function textStart(content: AsyncIterable<Buffer>, encoding: string): Promise<string | null> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let start = ''
  try {
    for await (const chunk of content) {
      const text = decoder.decode(chunk, { stream: true })
      if (CONTROLS.test(text)) return null
      if (start.length < HEAD) start += text.slice(0, HEAD)
    }
    decoder.decode()
    return start
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
