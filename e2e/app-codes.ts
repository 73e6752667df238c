import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP = 30_000

/** A secret as authenticator apps write it (RFC 4648, base 32), with or without its spaces. */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret.replaceAll(' ', ''), (each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator app shows (RFC 6238), now or so many steps later. */
export function appCode(secret: string, later = 0): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + later))
  const hash = createHmac('sha1', bytesOf(secret)).update(step).digest()
  const at = (hash.at(-1) ?? 0) & 0x0f
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
