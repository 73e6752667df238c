import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The deepest nesting of a body. No call needs more, and code that walks a deeper body could overflow its stack. */
const MAX_DEPTH = 32

const isTooDeep = (value: unknown, levels = MAX_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1)))

/** The framework's parser of bodies. */
export const parseJsonBody = async (_: FastifyRequest, body: Buffer): Promise<unknown> => readJson(body)

/** Parses a body. An empty one counts as absent: some clients send a content type with every call. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const parsed = parsedText(body)
  if (isTooDeep(parsed)) throw new Refusal('malformed_json')
  return parsed
}

function parsedText(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw new Refusal('malformed_json')
  }
}
