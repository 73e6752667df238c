import { createInflateRaw } from 'node:zlib'
import { upload as limits } from '@hongyan/contract/limits/uploads'
import { Refusal } from '../kit/refusal.ts'
import { readEntries, STORED, type ZipEntry } from '../kit/zip.ts'

/** The parts that make an archive a workbook; macros make it another type. */
const REQUIRED = ['[Content_Types].xml', 'xl/workbook.xml']
const MACROS = /(?:^|\/)vbaProject\.bin$/i

/** Every workbook may unpack to this many bytes, at any ratio. */
const UNSUSPICIOUS = 8 * 1024 * 1024

/**
 * True for an XLSX workbook, false for another archive. Throws a refusal where the archive is damaged, its entries
 * overlap or leave their folder, or they unpack to more than the limits. It unpacks every entry and keeps none, because
 * the sizes that an archive states may lie.
 */
export async function isWorkbook(archive: Buffer): Promise<boolean> {
  const entries = readEntries(archive, limits.workbook.entries)
  const names = new Set(entries.map(({ name }) => name))
  if (!REQUIRED.every((name) => names.has(name)) || [...names].some((name) => MACROS.test(name))) return false
  if (names.size < entries.length || entries.some(({ name }) => isOutside(name))) throw damaged()
  refuseOverlap(entries, archive)
  const most = Math.min(limits.workbook.unpackedBytes, Math.max(UNSUSPICIOUS, archive.length * limits.workbook.ratio))
  let left = most
  for (const entry of entries) {
    const size = await unpackedSize(archive.subarray(entry.content, entry.content + entry.packed), entry.method, left)
    if (size !== entry.unpacked) throw damaged()
    left -= size
  }
  return true
}

const damaged = (): Refusal => new Refusal('upload_damaged')

const isOutside = (name: string): boolean => /^[/\\]|\\|^[A-Za-z]:/.test(name) || name.split('/').includes('..')

/** Entries that share their bytes unpack to far more than the archive's size. */
function refuseOverlap(entries: readonly ZipEntry[], archive: Buffer): void {
  let end = 0
  for (const { start, content, packed } of entries.toSorted((one, other) => one.start - other.start)) {
    if (start < end) throw damaged()
    end = content + packed
  }
  if (end > archive.length) throw damaged()
}

/** The size of an entry's content. Throws a refusal as soon as it is above `most`. */
async function unpackedSize(packed: Buffer, method: number, most: number): Promise<number> {
  if (method === STORED) return within(packed.length, most)
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 })
  inflate.end(packed)
  let size = 0
  try {
    for await (const chunk of inflate) size = within(size + (chunk as Buffer).length, most) // a stream of bytes
    return size
  } catch (error) {
    throw error instanceof Refusal ? error : damaged()
  }
}

function within(size: number, most: number): number {
  if (size > most) throw new Refusal('upload_unpacks_too_large')
  return size
}
