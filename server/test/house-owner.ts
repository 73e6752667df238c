import type { House } from './house.ts'

export interface OwnerCall {
  readonly body?: object
  /** The Idempotency-Key. */
  readonly key?: string
}

/** An account's owner, signed in to the server of a house. The session outlives a kill. */
export interface HouseOwner {
  /** The Cookie header. */
  readonly cookie: string
  /** Calls an address of the console's API, such as `/sms/messages`. */
  readonly call: (method: string, place: string, call?: OwnerCall) => Promise<Response>
}

/** Signs in, in a browser whose visitor cookie has this value, where one is given. */
export async function signInTo(house: Pick<House, 'address'>, email: string, visitor?: string): Promise<HouseOwner> {
  const callWith =
    (cookie: string): HouseOwner['call'] =>
    (method, place, { body, key } = {}) =>
      fetch(`${house.address()}/api${place}`, {
        method,
        headers: {
          origin: house.address(),
          cookie,
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
  const own = visitor === undefined ? '' : `hy_visitor=${visitor}`
  const signedIn = await callWith(own)('POST', '/session', { body: { identifier: email, password: 'wild goose' } })
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookie = [...cookies, own].filter(Boolean).join('; ')
  return { cookie, call: callWith(cookie) }
}
