import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { WebhookFailure } from '@hongyan/contract/vocabulary/webhook'
import { SECOND } from '@hongyan/contract/durations'
import { isPublicAddress } from './public-address.ts'

/** Returns every IPv4 and IPv6 address of a host, in the order in which they are tried. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Where a request goes: the only addresses that its connection may use. */
export interface Target {
  readonly url: URL
  readonly host: string
  readonly addresses: readonly [string, ...string[]]
}

/**
 * Asks the name servers themselves. The operating system's look-up would also find names of the local network, and
 * its few threads, which reading files and hashing passwords share, would wait for a customer's slow name server.
 */
export function nameServers(): Resolve {
  const resolver = new Resolver({ timeout: SECOND, tries: 2 })
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

/** Looks a host up as the operating system does, with its local names. */
export const localNames: Resolve = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

/** Names that mean the machine itself or its network. A final dot only hides one, and no certificate has it. */
const LOCAL_NAME = /^[^.]*$|\.$|\.localhost$/i

interface Rules {
  /** Demands https and public addresses. */
  readonly strict: boolean
  readonly resolve: Resolve
}

/**
 * Finds the addresses of a URL. In strict mode a host with one address that is not public is refused as a whole,
 * because the choice among its addresses is not ours. `URL` has already turned decimal, octal and hexadecimal forms of
 * an address into the usual one.
 */
export async function targetOf(text: string, { strict, resolve }: Rules): Promise<Target | WebhookFailure> {
  if (!URL.canParse(text)) return 'unresolved'
  const url = new URL(text)
  if (url.protocol !== 'https:' && (strict || url.protocol !== 'http:')) return 'tls'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0 && strict && LOCAL_NAME.test(host)) return 'private'
  const [first, ...others] = isIP(host) === 0 ? await addressesOf(host, resolve) : [host]
  if (first === undefined) return 'unresolved'
  const addresses = [first, ...others] as const
  if (strict && !addresses.every(isPublicAddress)) return 'private'
  return { url, host, addresses }
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host)
  } catch {
    return []
  }
}
