import { timingSafeEqual } from 'node:crypto'
import { dashedId } from '@hongyan/contract/ids'
import type { SecretBox } from './secret-box.ts'

/** The record of an account that a link gives access to, without a session, until a moment. */
export interface LinkTarget {
  readonly account: string
  readonly id: string
}

const UUID_BYTES = 16
const BODY_BYTES = 2 * UUID_BYTES + 8
const MAC_BYTES = 32

/**
 * The token of a link: account, id and expiry, with their keyed hash. A multiple of three bytes. A link of one context is
 * none of another.
 */
export function signLink(
  secrets: Pick<SecretBox, 'hash'>,
  context: string,
  { account, id }: LinkTarget,
  until: Date,
): string {
  const body = Buffer.alloc(BODY_BYTES)
  body.write(account.replaceAll('-', ''), 0, 'hex')
  body.write(id.replaceAll('-', ''), UUID_BYTES, 'hex')
  body.writeBigUInt64BE(BigInt(until.getTime()), 2 * UUID_BYTES)
  return Buffer.concat([body, macOf(secrets, context, body)]).toString('base64url')
}

/** The target of a token, or null where it is malformed, altered or expired. */
export function readLink(
  secrets: Pick<SecretBox, 'hash'>,
  context: string,
  token: string,
  now: Date,
): LinkTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  // Other characters than those of the alphabet are skipped by the decoder.
  if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null
  const body = bytes.subarray(0, BODY_BYTES)
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), macOf(secrets, context, body))) return null
  if (body.readBigUInt64BE(2 * UUID_BYTES) < BigInt(now.getTime())) return null
  return { account: uuidAt(body, 0), id: uuidAt(body, UUID_BYTES) }
}

const macOf = ({ hash }: Pick<SecretBox, 'hash'>, context: string, body: Buffer): Buffer =>
  hash(body.toString('hex'), context)

const uuidAt = (body: Buffer, at: number): string => dashedId(body.toString('hex', at, at + UUID_BYTES))
