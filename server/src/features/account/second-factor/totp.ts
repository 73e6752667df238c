import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Hongyan'
const SECRET_BYTES = 20
const PERIOD = 30
/** The steps of 30 seconds before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1
const shape = { algorithm: 'SHA1', digits: 6, period: PERIOD } as const

/** The secret box's context for the secret of an account's authenticator app. */
export const sealedTotp = (account: string): string => `account ${account} totp`

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The URI in the QR code for an authenticator app. */
export const uriOf = (secret: string, label: string): string =>
  new TOTP({ ...shape, issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString()

/** The step of a code, or null where it belongs to no step around this moment. */
export function stepOf(secret: string, code: string, now: Date): bigint | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window: WINDOW })
  return delta === null ? null : BigInt(TOTP.counter({ period: PERIOD, timestamp }) + delta)
}
