import { createInflateRaw } from 'node:zlib'
import { upload as limits } from '@hongyan/contract/limits/uploads'
import { Refusal } from '../kit/refusal.ts'
import { readEntries, STORED, type ZipEntry } from '../kit/zip.ts'
import { Unreadable } from './unreadable.ts'
import { type XmlHandlers, xmlReader } from './xml.ts'

/** The parts of a workbook by their name. */
export type Parts = ReadonlyMap<string, ZipEntry>

export function partsOf(archive: Buffer): Parts {
  try {
    return new Map(readEntries(archive, limits.workbook.entries).map((entry) => [entry.name, entry]))
  } catch (error) {
    if (error instanceof Refusal) throw new Unreadable()
    throw error
  }
}

/**
 * Reads a part piece by piece, and gives its XML to the handlers. Yields the share that is read, from 0 to 1; a caller
 * that stops asking stops the unpacking. Throws Unreadable for a part that is damaged or unpacks to too much.
 */
export async function* readPart(archive: Buffer, entry: ZipEntry, handlers: XmlHandlers): AsyncGenerator<number> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = xmlReader(handlers)
  let unpacked = 0
  try {
    for await (const { bytes, share } of unpack(archive, entry)) {
      unpacked += bytes.length
      if (unpacked > limits.workbook.unpackedBytes) throw new Unreadable()
      reader.feed(decoder.decode(bytes, { stream: true }))
      yield share
    }
    reader.feed(decoder.decode())
    reader.end()
  } catch (error) {
    throw isDamage(error) ? new Unreadable() : error
  }
}

/** Bytes that are not UTF-8, and errors of zlib. */
const isDamage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))

async function* unpack(
  archive: Buffer,
  { method, content, packed }: ZipEntry,
): AsyncGenerator<{ readonly bytes: Buffer; readonly share: number }> {
  const stored = archive.subarray(content, content + packed)
  if (method === STORED) {
    yield { bytes: stored, share: 1 }
    return
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(stored)
  let unpacked = 0
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- a stream of bytes
  for await (const bytes of inflate as AsyncIterable<Buffer>) {
    unpacked += bytes.length
    yield { bytes, share: Math.min(1, inflate.bytesWritten / Math.max(1, packed)) }
  }
}

/** Reads a whole part. Nothing happens where the workbook has none of that name. */
export async function readWholePart(
  archive: Buffer,
  entry: ZipEntry | undefined,
  handlers: XmlHandlers,
): Promise<void> {
  if (entry === undefined) return
  for await (const _ of readPart(archive, entry, handlers));
}
