import type { IncomingMessage } from 'node:http'
import { Refusal } from '../kit/refusal.ts'

/**
 * A client that still writes when its connection closes sees a reset and no response. So the rest of a body that is too
 * large is read and dropped, up to this many times the limit.
 */
const DROPPED_LIMITS = 8

/** Reads a body of at most `limit` bytes. Throws a refusal where it is larger or breaks off. */
export function bodyOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit * DROPPED_LIMITS) return Promise.reject(new Refusal('too_large'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > limit * DROPPED_LIMITS) reject(new Refusal('too_large'))
    })
    request.on('end', () => (size > limit ? reject(new Refusal('too_large')) : resolve(joined(chunks))))
    request.on('error', () => reject(new Refusal('invalid_request')))
  })
}

function joined(chunks: Buffer[]): Buffer {
  const [only] = chunks
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
}
