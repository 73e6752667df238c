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
/** The segments of one sync: a disk that writes a whole file at once answers no other program meanwhile. */
const SYNCED_SEGMENTS = 8

export const newFileKey = (): Buffer => randomBytes(32)

function nonceOf(segment: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(segment, NONCE_BYTES - 5)
  if (isLast) nonce.writeUInt8(LAST, NONCE_BYTES - 1)
  return nonce
}

function sealSegment(key: Buffer, segment: number, plain: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(segment, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
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
  /** Runs a sync in its turn: it holds up the syncs of others, such as the database's. */
  readonly inTurn: (sync: () => Promise<void>) => Promise<void>
}

/** Writes a new file, for the server's user alone, and syncs it to the disk. */
export async function writeSealed(
  path: string,
  key: Buffer,
  content: AsyncIterable<Buffer>,
  { pass, inTurn }: WritingLimits,
): Promise<WrittenFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    let segment = 0
    for await (const { plain, isLast } of segmentsOf(content, SEGMENT_BYTES)) {
      await pass(plain.length)
      hash.update(plain)
      size += plain.length
      await file.writeFile(sealSegment(key, segment, plain, isLast))
      segment += 1
      if (segment % SYNCED_SEGMENTS === 0) await inTurn(() => file.datasync())
    }
    await inTurn(() => file.sync())
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

/** Cuts a stream into segments of one size. Only the last one may be shorter; it is empty for an empty stream. */
async function* segmentsOf(
  content: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ readonly plain: Buffer; readonly isLast: boolean }> {
  let chunks: Buffer[] = []
  let waiting = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    waiting += chunk.length
    if (waiting <= size) continue
    let rest = Buffer.concat(chunks)
    while (rest.length > size) {
      yield { plain: rest.subarray(0, size), isLast: false }
      rest = rest.subarray(size)
    }
    // Copied, because a view would keep the whole buffer in memory.
    chunks = [Buffer.from(rest)]
    waiting = rest.length
  }
  yield { plain: Buffer.concat(chunks), isLast: true }
}
