import { sendApi } from '../limits.ts'

/** What the query of a send API request may name. Every one but the signature is part of what is signed. */
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

/** A query's parameters, decoded. */
export type SendQuery = ReadonlyMap<string, string>

export type ReadQuery =
  | { readonly ok: true; readonly query: SendQuery }
  /** `restricted_params`: a parameter we do not know. `invalid_request`: one that is there twice, or cannot be decoded. */
  | { readonly ok: false; readonly code: 'restricted_params' | 'invalid_request'; readonly parameter: string }

/** Reads a raw query string (without `?`). Values may come raw, percent-encoded or form-encoded. */
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

/** No parameter needs a control character or half a surrogate pair, and no table could keep them. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const isText = (value: string): boolean => !/[\u0000-\u001f\u007f]/.test(value) && value.isWellFormed()

/** The string both sides sign: every parameter but the signature, sorted by name, `name=value` joined by `&`. */
export const stringToSign = (query: SendQuery): string =>
  [...query.keys()]
    .filter((name) => name !== 'signature')
    .toSorted()
    .map((name) => `${name}=${query.get(name) ?? ''}`)
    .join('&')

/** A signed request is checked even where the credential's mode does not ask for a signature. */
export const isSigned = (query: SendQuery): boolean => query.has('signature')

/** Milliseconds since 1970 of a timestamp in seconds (below 1e11) or milliseconds; null for anything but digits. */
export function timestampMillis(timestamp: string | undefined): number | null {
  if (timestamp === undefined || !/^\d{1,15}$/.test(timestamp)) return null
  const number = Number(timestamp)
  return number < 1e11 ? number * 1_000 : number
}

/** Whether a timestamp is within ten minutes of our clock, either way. */
export function isTimely(timestamp: string | undefined, now: Date): boolean {
  const millis = timestampMillis(timestamp)
  return millis !== null && Math.abs(now.getTime() - millis) <= sendApi.timestampTolerance
}

/** 1 to 64 characters: clients in the field make them of very different lengths. */
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
