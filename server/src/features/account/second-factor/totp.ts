import type { AccountId } from '@hongyan/contract/ids'
import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Hongyan'
const SECRET_BYTES = 20
const PERIOD = 30
/** A code is taken a step before and after its own, for clocks that differ. */
const WINDOW = 1
const shape = { algorithm: 'SHA1', digits: 6, period: PERIOD } as const

/** What the secret box seals the secret of an account's authenticator app under. */
export const sealedTotp = (account: AccountId): string => `account ${account} totp`

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an authenticator app reads from a picture. */
export const uriOf = (secret: string, label: string): string =>
  new TOTP({ ...shape, issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString()

/** The step that a code is of, or null where it is of none around this moment. */
export function stepOf(secret: string, code: string, now: Date): bigint | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window: WINDOW })
  return delta === null ? null : BigInt(TOTP.counter({ period: PERIOD, timestamp }) + delta)
}
