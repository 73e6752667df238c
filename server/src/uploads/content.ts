import type { FileType } from '@hongyan/contract/vocabulary/upload'
import { isArchive } from '../kit/zip.ts'
import { isImage } from './image.ts'
import { textTypeOf } from './text.ts'
import { isWorkbook } from './workbook.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file to examine. `open` reads it from its start, as often as needed. */
export interface Content {
  readonly open: () => AsyncIterable<Buffer>
}

/**
 * The type of a file by its content. Its name and its declared type do not count. Null for every type that no purpose
 * accepts. Throws a refusal for an archive that is damaged or unpacks to too much.
 */
export async function typeOf({ open }: Content): Promise<FileType | null> {
  const head = await firstChunk(open())
  if (isArchive(head)) return (await isWorkbook(await whole(open()))) ? WORKBOOK : null
  const { fileTypeFromBuffer } = await import('file-type')
  const known = await fileTypeFromBuffer(head)
  if (known?.mime === 'application/pdf' || (known !== undefined && isImage(known.mime))) return known.mime
  return textTypeOf(head, open)
}

async function firstChunk(content: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of content) return chunk
  return Buffer.alloc(0)
}

export async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
