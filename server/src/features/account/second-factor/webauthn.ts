import type { AccountId } from '@hongyan/contract/ids'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { once } from '../../../kit/once.ts'
import type { Site } from './site.ts'
import type { PasskeyRow } from './store.ts'

/** Loaded at the first use, because only passkeys need it. */
const library = once(() => import('@simplewebauthn/server'))

/** WebAuthn's JSON, to or from a browser. */
export type Json = Record<string, unknown>

export interface PasskeyOptions {
  readonly challenge: string
  readonly options: Json
}

const NAME = 'Hongyan'

/** Options to sign in with one of these passkeys; without any, with any passkey of the browser. */
export async function signInOptions({ rpId }: Site, passkeys: readonly PasskeyRow[]): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    timeout: limits.challengeFor,
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(descriptorOf) }),
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** Options to register a passkey on a device that has none yet. */
export async function registrationOptions(
  { rpId }: Site,
  owner: { readonly id: AccountId; readonly label: string },
  passkeys: readonly PasskeyRow[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: rpId,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.label,
    userDisplayName: owner.label,
    timeout: limits.challengeFor,
    attestationType: 'none',
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return { challenge: options.challenge, options: { ...options } }
}

const descriptorOf = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports: [...transports] })

/** The new counter of a valid answer, or null. */
export async function counterOf(
  { origin, rpId }: Site,
  challenge: string,
  passkey: PasskeyRow,
  answer: Json,
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await nullWhenRefused(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON, // the library checks its shape, field by field
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
      requireUserVerification: true,
    }),
  )
  return verified?.verified === true ? BigInt(verified.authenticationInfo.newCounter) : null
}

export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/** At most 1023 bytes (WebAuthn level 3), as base64url. */
export const CREDENTIAL_ID_MAX = 1_400
const PUBLIC_KEY_MAX = 4_096

/** The passkey of a valid registration, or null. */
export async function newPasskeyOf(
  { origin, rpId }: Site,
  challenge: string,
  answer: Json,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const verified = await nullWhenRefused(() =>
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON, // the library checks its shape, field by field
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  )
  if (verified?.verified !== true) return null
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential
  if (id.length > CREDENTIAL_ID_MAX || publicKey.length > PUBLIC_KEY_MAX) return null
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports: transportsOf(transports),
  }
}

const MAX_TRANSPORTS = 8
const TRANSPORT_MAX = 32

/** The transports as the browser reports them, unsigned, so their number and length are bounded. */
const transportsOf = (reported: unknown): string[] =>
  (Array.isArray(reported) ? reported : [])
    .filter((each): each is string => typeof each === 'string' && each.length <= TRANSPORT_MAX)
    .slice(0, MAX_TRANSPORTS)

/** Returns null for any invalid answer, for which the library throws. */
async function nullWhenRefused<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}
