import { sendApi } from '../limits/messaging.ts'

/** The parameters that the query of a send API request may have. All except the signature are signed. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'action',
  'accessKeyId',
  'algorithm',
  'timestamp',
  'nonce',
  'bodySha256',
  'signature',
])

export const ALGORITHM = 'hmac-sha256'

/** The decoded parameters of a query. */
export type SendQuery = ReadonlyMap<string, string>

export type ReadQuery =
  | { readonly ok: true; readonly query: SendQuery }
  /** `restricted_params`: an unknown parameter. `invalid_request`: a repeated one, or one that cannot be decoded. */
  | { readonly ok: false; readonly code: 'restricted_params' | 'invalid_request'; readonly parameter: string }

/** Parses a raw query string (without `?`). Values may be raw, percent-encoded or form-encoded. */
export function readSendQuery(raw: string): ReadQuery {
  const query = new Map<string, string>()
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals))
    const value = decoded(equals < 0 ? '' : pair.slice(equals + 1))
    if (name === null || !PARAMETERS.has(name)) return { ok: false, code: 'restricted_params', parameter: name ?? pair }
    if (value === null || !isText(value) || query.has(name))
      return { ok: false, code: 'invalid_request', parameter: name }
    query.set(name, value)
  }
  return { ok: true, query }
}

/** No parameter needs a control character or an unpaired surrogate, and PostgreSQL cannot store them. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const isText = (value: string): boolean => !/[\u0000-\u001f\u007f]/.test(value) && value.isWellFormed()

/**
 * The string that client and server sign: all parameters except the signature, sorted by name, `name=value` joined by
 * `&`.
 */
export const stringToSign = (query: SendQuery): string =>
  [...query.keys()]
    .filter((name) => name !== 'signature')
    .toSorted()
    .map((name) => `${name}=${query.get(name) ?? ''}`)
    .join('&')

/** The server checks a signed request even where the credential's mode requires no signature. */
export const isSigned = (query: SendQuery): boolean => query.has('signature')

/**
 * Converts a timestamp in seconds (below 1e11) or milliseconds to milliseconds since 1970. Null for anything but
 * digits.
 */
export function timestampMillis(timestamp: string | undefined): number | null {
  if (timestamp === undefined || !/^\d{1,15}$/.test(timestamp)) return null
  const number = Number(timestamp)
  return number < 1e11 ? number * 1_000 : number
}

/** True where a timestamp is within ten minutes of the server's clock, in either direction. */
export function isTimely(timestamp: string | undefined, now: Date): boolean {
  const millis = timestampMillis(timestamp)
  return millis !== null && Math.abs(now.getTime() - millis) <= sendApi.timestampTolerance
}

/** 1 to 64 characters: existing clients make nonces of very different lengths. */
export const isNonce = (nonce: string | undefined): nonce is string =>
  nonce !== undefined && nonce.length >= 1 && nonce.length <= sendApi.nonceMax

function decoded(encoded: string): string | null {
  if (!/[%+]/.test(encoded)) return encoded
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return null
  }
}
