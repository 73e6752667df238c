/** WebAuthn's JSON, as the calls carry it. */
export type Json = Record<string, unknown>

const library = () => import('@simplewebauthn/browser')

/** Whether this browser keeps passkeys for this address: they belong to a name, and to a page that cannot be read by others. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !/^(?:\[|[\d.]+$)/.test(location.hostname)

/** Lets the owner answer with a passkey. Throws a NotAllowedError when they would rather not. */
export async function answerWithPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await library()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return { ...(await startAuthentication({ optionsJSON: options as unknown as Options })) } // which the server made by its rules
}

/** Lets the owner keep a new passkey. Throws an InvalidStateError on a device that has one of the account. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  return { ...(await startRegistration({ optionsJSON: options as unknown as Options })) } // which the server made by its rules
}

/** Whether the owner has closed the browser's question, or let its time pass. */
export const wasCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError'
