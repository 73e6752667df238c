import { Refusal } from './refusal.ts'

/** The structures of a ZIP archive (APPNOTE 6.3): their signatures and the lengths of their fixed parts. */
const END = { signature: 0x06_05_4b_50, length: 22, commentMax: 0xff_ff }
const ENTRY = { signature: 0x02_01_4b_50, length: 46 }
const LOCAL = { signature: 0x04_03_4b_50, length: 30 }
export const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
/** These values refer to an archive above 4 GB. */
const BEYOND = 0xff_ff_ff_ff

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** The first byte of the entry, and of its content. */
  readonly start: number
  readonly content: number
}

/** True where the first bytes are those of a ZIP archive. */
export const isArchive = (head: Buffer): boolean => head.length >= 4 && head.readUInt32LE(0) === LOCAL.signature

const damaged = (): Refusal => new Refusal('upload_damaged')

/**
 * The entries of an archive, as its directory at the end lists them. Throws a refusal where the archive is damaged or has
 * more than `most`.
 */
export function readEntries(archive: Buffer, most: number): readonly ZipEntry[] {
  try {
    const end = findEnd(archive)
    const count = archive.readUInt16LE(end + 10)
    if (count > most) throw new Refusal('upload_unpacks_too_large')
    const entries: ZipEntry[] = []
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

function readEntry(archive: Buffer, at: number, nameLength: number): ZipEntry {
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
