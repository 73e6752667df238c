import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A body that is empty is none: some clients name the content type of every call. */
export async function parseJsonBody(_: FastifyRequest, body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw new Refusal('malformed_json')
  }
}
