import { isIP } from 'node:net'
import { Refusal } from '../../../kit/refusal.ts'

/** The site that passkeys are bound to: the host name of the console. */
export interface Site {
  readonly origin: string
  readonly rpId: string
}

/**
 * The site of an origin. Null where browsers keep no passkeys: at an IP address, and without https except on localhost.
 */
export function siteOf(origin: string | null): Site | null {
  if (origin === null || !URL.canParse(origin)) return null
  const { protocol, hostname } = new URL(origin)
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return null
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || local ? { origin, rpId: hostname } : null
}

export function neededSite(origin: string | null): Site {
  const site = siteOf(origin)
  if (site === null) throw new Refusal('passkeys_impossible')
  return site
}
