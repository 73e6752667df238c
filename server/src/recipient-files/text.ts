import { type DecodedChunk, decoded, encodingOf } from './decode.ts'
import { delimiterOf, numberReader, type RowReader, rowReader } from './delimited.ts'
import type { RawRows, Table } from './table.ts'

/** Opens a text file: its encoding and its delimiter are found by its content. */
export function openText(content: Uint8Array): Table {
  const encoding = encodingOf(content)
  return { ...tableOf(() => decoded(content, encoding)), encoding: encoding.name }
}

/** Opens text that was pasted. */
export const openPasted = (text: string): Table => tableOf(() => [{ text, share: 1 }])

const tableOf = (chunks: () => Iterable<DecodedChunk>): Table => ({
  encoding: null,
  sheets: [],
  sheet: null,
  rows: () => readRows(chunks(), (start, stated) => rowReader(stated ?? delimiterOf(`${start}\n`))),
  numbers: () => readRows(chunks(), numberReader),
})

/** The line by which a file tells Excel its delimiter. */
const STATED = /^sep=([,;|\t])\r?\n/i

async function* readRows(
  chunks: Iterable<DecodedChunk>,
  newReader: (start: string, stated: string | null) => RowReader,
): AsyncGenerator<RawRows> {
  let reader: RowReader | null = null
  for (const { text: chunk, share } of chunks) {
    const stated = reader === null ? STATED.exec(chunk) : null
    const text = stated === null ? chunk : chunk.slice(stated[0].length)
    reader ??= newReader(text, stated?.[1] ?? null)
    yield { rows: reader.feed(text), share }
  }
  if (reader !== null) yield { rows: reader.end(), share: 1 }
}
