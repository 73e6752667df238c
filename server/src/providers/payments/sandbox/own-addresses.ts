import type { Addresses } from './wire.ts'

/** Where callbacks of ours live; the services notify nothing else. */
const CALLBACKS = '/callbacks/'

/** The path of one of our own callbacks; null for any other address, here or elsewhere. */
export function callbackPath(address: string | undefined, addresses: Addresses): string | null {
  if (address === undefined || !URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  const ours = [addresses.internal(), addresses.public()].map((base) => new URL(base).origin)
  return ours.includes(origin) && pathname.startsWith(CALLBACKS) ? pathname : null
}

/** An address that a page may link to; null for none. Longer ones than any browser takes are none. */
export function webAddress(address: string | null | undefined): string | null {
  if (address === null || address === undefined || address.length > 2_000 || !URL.canParse(address)) return null
  return /^https?:$/.test(new URL(address).protocol) ? address : null
}
