import { createInflateRaw } from 'node:zlib'
import { upload as limits } from '@hongyan/contract/limits/uploads'
import { Refusal } from '../kit/refusal.ts'

/** The structures of a ZIP archive (APPNOTE 6.3): their signatures and the lengths of their fixed parts. */
const END = { signature: 0x06_05_4b_50, length: 22, commentMax: 0xff_ff }
const ENTRY = { signature: 0x02_01_4b_50, length: 46 }
const LOCAL = { signature: 0x04_03_4b_50, length: 30 }
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
/** These values refer to an archive above 4 GB. */
const BEYOND = 0xff_ff_ff_ff

interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** The first byte of the entry, and of its content. */
  readonly start: number
  readonly content: number
}

/** The parts that make an archive a workbook; macros make it another type. */
const REQUIRED = ['[Content_Types].xml', 'xl/workbook.xml']
const MACROS = /(?:^|\/)vbaProject\.bin$/i

/** True where the first bytes are those of a ZIP archive. */
export const isArchive = (head: Buffer): boolean => head.length >= 4 && head.readUInt32LE(0) === LOCAL.signature

/** Every workbook may unpack to this many bytes, at any ratio. */
const UNSUSPICIOUS = 8 * 1024 * 1024

/**
 * True for an XLSX workbook, false for another archive. Throws a refusal where the archive is damaged, its entries
 * overlap or leave their folder, or they unpack to more than the limits. It unpacks every entry and keeps none, because
 * the sizes that an archive states may lie.
 */
export async function isWorkbook(archive: Buffer): Promise<boolean> {
  const entries = readEntries(archive)
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

function readEntries(archive: Buffer): readonly Entry[] {
  try {
    const end = findEnd(archive)
    const count = archive.readUInt16LE(end + 10)
    if (count > limits.workbook.entries) throw new Refusal('upload_unpacks_too_large')
    const entries: Entry[] = []
    for (let at = archive.readUInt32LE(end + 16), found = 0; found < count; found += 1) {
      if (archive.readUInt32LE(at) !== ENTRY.signature) throw damaged()
      const nameLength = archive.readUInt16LE(at + 28)
      entries.push(readEntry(archive, at, nameLength))
      at += ENTRY.length + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    }
    return entries
  } catch (error) {
    // A structure that points behind the end of the archive.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

function readEntry(archive: Buffer, at: number, nameLength: number): Entry {
  const start = archive.readUInt32LE(at + 42)
  const method = archive.readUInt16LE(at + 10)
  const packed = archive.readUInt32LE(at + 20)
  const unpacked = archive.readUInt32LE(at + 24)
  const isEncrypted = (archive.readUInt16LE(at + 8) & ENCRYPTED) !== 0
  if (isEncrypted || ![STORED, DEFLATED].includes(method) || [packed, unpacked, start].includes(BEYOND)) throw damaged()
  if (archive.readUInt32LE(start) !== LOCAL.signature) throw damaged()
  const content = start + LOCAL.length + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
  const name = archive.toString('utf8', at + ENTRY.length, at + ENTRY.length + nameLength)
  return { name, method, packed, unpacked, start, content }
}

/** The place of the structure at the end, which a comment may follow. */
function findEnd(archive: Buffer): number {
  const last = archive.length - END.length
  for (let at = last; at >= Math.max(0, last - END.commentMax); at -= 1) {
    if (archive.readUInt32LE(at) === END.signature) return at
  }
  throw damaged()
}

/** Entries that share their bytes unpack to far more than the archive's size. */
function refuseOverlap(entries: readonly Entry[], archive: Buffer): void {
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
