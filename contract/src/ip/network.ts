import { ipRestriction as limits } from '../limits/ip-restriction.ts'
import type { RuleId } from '../rules.ts'
import { addressOf, type Family, formatAddress, type Words } from './address.ts'
import { globalV6, specialV4, specialV6 } from './special-networks.ts'

// This file imports no validator, so that the form can use the same rules.

/** A network whose address has zeros behind its bits. */
export interface Network {
  readonly family: Family
  readonly words: Words
  /** The length of the prefix: at most 32 for IPv4, 128 for IPv6. */
  readonly bits: number
}

export type ReadNetwork =
  | { readonly ok: true; readonly network: Network; readonly isNormalised: boolean }
  | { readonly ok: false; readonly rule: RuleId }

const BITS = { 4: 32, 6: 128 } as const
const PREFIX = /^(?:0|[1-9]\d{0,2})$/
const wrong = (rule: RuleId): ReadNetwork => ({ ok: false, rule })

/**
 * Reads an address, or a network in CIDR notation, and clears the bits behind its prefix; `isNormalised` where there
 * were any. Refuses the networks of all addresses, and IPv4 in the notation of IPv6.
 */
export function readNetwork(text: string): ReadNetwork {
  const [address = '', prefix, ...rest] = text.trim().split('/')
  const read = addressOf(address)
  if (read === null || rest.length > 0) return wrong('ip_cidr')
  const { family, words } = read
  if (family === 4 && address.includes(':')) return wrong('ip_mapped')
  if (prefix !== undefined && !PREFIX.test(prefix)) return wrong('ip_cidr')
  const bits = prefix === undefined ? BITS[family] : Number(prefix)
  if (bits > BITS[family]) return wrong('ip_cidr')
  if (bits === 0) return wrong('ip_everything')
  const cleared = masked(words, bits)
  return { ok: true, network: { family, words: cleared, bits }, isNormalised: !isSame(words, cleared) }
}

/** The bits of a word that belong to the prefix. */
function maskOf(bits: number, word: number): number {
  const within = bits - 32 * word
  if (within <= 0) return 0
  return within >= 32 ? 0xffffffff : (0xffffffff << (32 - within)) >>> 0
}

const masked = ([a, b, c, d]: Words, bits: number): Words => [
  (a & maskOf(bits, 0)) >>> 0,
  (b & maskOf(bits, 1)) >>> 0,
  (c & maskOf(bits, 2)) >>> 0,
  (d & maskOf(bits, 3)) >>> 0,
]

const isSame = (one: Words, other: Words): boolean => one.every((word, at) => word === other[at])

/** The last address of a network. */
export const lastOf = ({ family, words: [a, b, c, d], bits }: Network): Words => {
  const filled = (word: number, at: number): number => (word | ~maskOf(bits, at)) >>> 0
  return family === 4 ? [filled(a, 0), 0, 0, 0] : [filled(a, 0), filled(b, 1), filled(c, 2), filled(d, 3)]
}

/** True where every address of the second network belongs to the first. */
export const covers = (wide: Network, narrow: Network): boolean =>
  wide.family === narrow.family && wide.bits <= narrow.bits && isSame(wide.words, masked(narrow.words, wide.bits))

export const coversAddress = (wide: Network, family: Family, words: Words): boolean =>
  covers(wide, { family, words, bits: BITS[family] })

/** Formats a network; a single address without its prefix. */
export function formatNetwork({ family, words, bits }: Network): string {
  const address = formatAddress(family, words)
  return bits === BITS[family] ? address : `${address}/${bits}`
}

/** True for a network so large that it is more likely a mistake. */
export const isWide = ({ family, bits }: Network): boolean => bits < limits.wideBits[family]

const networkFrom = (text: string): Network => {
  const read = readNetwork(text)
  if (!read.ok) throw new Error(`${text} is no network`)
  return read.network
}

const special = [...specialV4, ...specialV6].map(([address, bits]) => networkFrom(`${address}/${bits}`))
const global = networkFrom(globalV6.join('/'))

/** True where all addresses of a network belong to hosts of the public internet. */
export function isPublicNetwork(network: Network): boolean {
  if (network.family === 6 && !covers(global, network)) return false
  return !special.some((one) => covers(one, network) || covers(network, one))
}
