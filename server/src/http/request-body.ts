import type { IncomingMessage } from 'node:http'
import { Refusal } from '../kit/refusal.ts'
import type { OpenBody } from './open-bodies.ts'

/**
 * A client that still writes when its connection closes sees a reset and no response. So the rest of a refused body is
 * read and dropped, up to this many times the limit.
 */
const DROPPED_LIMITS = 8

/** Reads a body of at most `limit` bytes. Throws a refusal where it is larger, breaks off or exceeds a ceiling. */
export function bodyOf(request: IncomingMessage, limit: number, open: OpenBody): Promise<Buffer> {
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer, size: number): void => {
    if (size > limit) return
    open.grow(chunk.length)
    chunks.push(chunk)
  }
  return received(request, limit, keep).then((size) => {
    if (size > limit) throw new Refusal('too_large')
    return joined(chunks)
  })
}

/** Reads the body of a request that is refused already, and keeps nothing of it. */
export async function dropBody(request: IncomingMessage, limit: number): Promise<void> {
  const drop = (): void => undefined
  if (!request.complete) await received(request, limit, drop).catch(drop)
}

/** Resolves to the size of a body whose chunks were handed to `take`. Throws a refusal where that throws. */
function received(
  request: IncomingMessage,
  limit: number,
  take: (chunk: Buffer, size: number) => void,
): Promise<number> {
  // The caller hung up while its credential was looked up.
  if (request.destroyed) return Promise.reject(new Refusal('unreadable'))
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit * DROPPED_LIMITS) return Promise.reject(new Refusal('too_large'))
  return new Promise((resolve, reject) => {
    let size = 0
    let isOver = false
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (isOver) return
      try {
        take(chunk, size)
        isOver = size > limit * DROPPED_LIMITS
        if (isOver) reject(new Refusal('too_large'))
      } catch (error) {
        isOver = true
        reject(error)
      }
    })
    request.on('end', () => resolve(size))
    request.on('error', () => reject(new Refusal('unreadable')))
  })
}

function joined(chunks: Buffer[]): Buffer {
  const [only] = chunks
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
}
