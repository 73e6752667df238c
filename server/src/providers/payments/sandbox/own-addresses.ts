import type { Addresses } from './wire.ts'

/** The path of our webhook endpoints. The sandbox's services send webhooks nowhere else. */
const CALLBACKS = '/callbacks/'

/** Returns the path of one of our webhook endpoints; null for any other address. */
export function callbackPath(address: string | undefined, addresses: Addresses): string | null {
  if (address === undefined || !URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  const ours = [addresses.internal(), addresses.public()].map((base) => new URL(base).origin)
  return ours.includes(origin) && pathname.startsWith(CALLBACKS) ? pathname : null
}

/** Returns an http or https address of bearable length that a page may link to; null for any other text. */
export function webAddress(address: string | null | undefined): string | null {
  if (address === null || address === undefined || address.length > 2_000 || !URL.canParse(address)) return null
  return /^https?:$/.test(new URL(address).protocol) ? address : null
}
