import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'

/**
 * A file encrypted with AES-256-GCM by a key of its own, in segments of 64 KB. Each segment has its own tag, and its
 * nonce contains its number and a mark of the last one. So a reader verifies each byte before it uses it, and notices
 * segments that were altered, moved, removed or added.
 */
const ALGORITHM = 'aes-256-gcm'
const SEGMENT_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = SEGMENT_BYTES + TAG_BYTES
const NONCE_BYTES = 12
const LAST = 1
/** The segments of one write and its sync: a disk that writes a whole file at once answers no other program meanwhile. */
const WRITTEN_SEGMENTS = 8

export const newFileKey = (): Buffer => randomBytes(32)

function nonceOf(segment: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(segment, NONCE_BYTES - 5)
  if (isLast) nonce.writeUInt8(LAST, NONCE_BYTES - 1)
  return nonce
}

/** Encrypts a segment into `target` from `at` on. Returns its end. */
function sealSegment(key: Buffer, segment: number, { plain, isLast }: Segment, target: Buffer, at: number): number {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(segment, isLast))
  const end = at + cipher.update(plain).copy(target, at)
  // In this mode the last call returns no bytes.
  cipher.final()
  return end + cipher.getAuthTag().copy(target, end)
}

function openSegment(key: Buffer, segment: number, sealed: Buffer, isLast: boolean): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(segment, isLast), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}

export interface WrittenFile {
  /** The bytes before encryption. */
  readonly size: number
  /** Of the content before encryption, in hexadecimal digits. */
  readonly sha256: string
}

/** The share of the machine that the writing of files may take from other work. */
export interface WritingLimits {
  /** Called before each segment is written. */
  readonly pass: (bytes: number) => Promise<void>
  /** Runs a write and its sync in turn: a sync holds up those of others, such as the database's. */
  readonly inTurn: (write: () => Promise<void>) => Promise<void>
}

/**
 * Writes a new file, for the server's user alone, and syncs it to the disk. Its two buffers serve all segments: many
 * files that arrive together would otherwise fill the memory with new ones, whose collection delays everything else.
 */
export async function writeSealed(
  path: string,
  key: Buffer,
  content: AsyncIterable<Buffer>,
  { pass, inTurn }: WritingLimits,
): Promise<WrittenFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const sealed = Buffer.allocUnsafe(WRITTEN_SEGMENTS * SEALED_BYTES)
    let filled = 0
    const write = async (sync: () => Promise<void>): Promise<void> => {
      await file.writeFile(sealed.subarray(0, filled))
      await sync()
      filled = 0
    }
    let size = 0
    let nr = 0
    for await (const segment of segmentsOf(content, SEGMENT_BYTES)) {
      await pass(segment.plain.length)
      hash.update(segment.plain)
      size += segment.plain.length
      filled = sealSegment(key, nr, segment, sealed, filled)
      nr += 1
      if (nr % WRITTEN_SEGMENTS === 0) await inTurn(() => write(() => file.datasync()))
    }
    await inTurn(() => write(() => file.sync()))
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Decrypts a file. Throws at the first segment that is not as it was written. */
export async function* openSealed(sealed: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let segment = 0
  for await (const { plain, isLast } of segmentsOf(sealed, SEALED_BYTES)) {
    yield openSegment(key, segment, plain, isLast)
    segment += 1
  }
}

interface Segment {
  /** In memory that the next segment takes over. */
  readonly plain: Buffer
  readonly isLast: boolean
}

/** Cuts a stream into segments of one size. Only the last one may be shorter; it is empty for an empty stream. */
async function* segmentsOf(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Segment> {
  const plain = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const chunk of content) {
    for (let taken = 0; taken < chunk.length;) {
      if (filled === size) {
        yield { plain, isLast: false }
        filled = 0
      }
      const copied = chunk.copy(plain, filled, taken)
      filled += copied
      taken += copied
    }
  }
  yield { plain: plain.subarray(0, filled), isLast: true }
}
