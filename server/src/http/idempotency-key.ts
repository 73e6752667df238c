import type { IncomingMessage } from 'node:http'
import { sendApi } from '@hongyan/contract/limits/messaging'
import { Refusal } from '../kit/refusal.ts'

/** The Idempotency-Key of a call, or null. Throws a refusal where it is malformed. */
export function idempotencyKeyOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && sendApi.idempotencyKey.test(key)) return key
  throw new Refusal('invalid_request', { field: 'Idempotency-Key' })
}
