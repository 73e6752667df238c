/** WebAuthn's JSON, as the calls carry it. */
export type Json = Record<string, unknown>

const library = () => import('@simplewebauthn/browser')

/** True where this browser can use passkeys on this address, which needs https and a domain name. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !/^(?:\[|[\d.]+$)/.test(location.hostname)

/** Has a passkey sign the options. Throws a NotAllowedError when the owner cancels. */
export async function answerWithPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await library()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return { ...(await startAuthentication({ optionsJSON: options as unknown as Options })) } // which the server made by its rules
}

/** Creates a passkey. Throws an InvalidStateError on a device that already has one of the account. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  return { ...(await startRegistration({ optionsJSON: options as unknown as Options })) } // which the server made by its rules
}

/** True where the device already has a passkey of the account. */
export const isRegistered = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

/** True for an owner who closed the browser's dialog or let it time out. */
export const wasCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError'
