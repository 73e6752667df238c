import type { AccountId } from '@hongyan/contract/ids'
import { secondFactor as limits } from '@hongyan/contract/limits'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { once } from '../../../kit/once.ts'
import type { Site } from './site.ts'
import type { PasskeyRow } from './store.ts'

/** Needed where there are passkeys alone, so it is loaded when the first one is expected for. */
const library = once(() => import('@simplewebauthn/server'))

/** What a browser is handed or hands back, as WebAuthn's JSON. */
export type Json = Record<string, unknown>

export interface PasskeyOptions {
  readonly challenge: string
  readonly options: Json
}

const NAME = 'Hongyan'

/** Asks for one of these passkeys; without any, for whichever the browser has. */
export async function signInOptions({ rpId }: Site, passkeys: readonly PasskeyRow[]): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    timeout: limits.challengeFor,
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(namedFor) }),
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** Asks for a new passkey, on a device that does not have one yet. */
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
    excludeCredentials: passkeys.map(namedFor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return { challenge: options.challenge, options: { ...options } }
}

const namedFor = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports: [...transports] })

/** The counter of a right answer, or null. */
export async function counterOf(
  { origin, rpId }: Site,
  challenge: string,
  passkey: PasskeyRow,
  answer: Json,
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await nullWhenRefused(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON, // whose shape it checks, field by field
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

/** Of 1023 bytes at most (WebAuthn level 3), as base64url. */
export const CREDENTIAL_ID_MAX = 1_400
const PUBLIC_KEY_MAX = 4_096

/** The passkey that an answer brings, or null. */
export async function newPasskeyOf(
  { origin, rpId }: Site,
  challenge: string,
  answer: Json,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const verified = await nullWhenRefused(() =>
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON, // whose shape it checks, field by field
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

const TRANSPORTS = 8
const TRANSPORT_MAX = 32

/** What the browser says of them is not signed. */
const transportsOf = (told: unknown): string[] =>
  (Array.isArray(told) ? told : [])
    .filter((each): each is string => typeof each === 'string' && each.length <= TRANSPORT_MAX)
    .slice(0, TRANSPORTS)

/** The library throws for an answer that is not right, whatever is wrong with it. */
async function nullWhenRefused<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}
