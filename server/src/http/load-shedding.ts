import { BlockList, isIP, isIPv6 } from 'node:net'

/** The connections of unknown networks that reach the server in a second: about what its password hashes keep up with. */
export const PASSES_PER_SECOND = 50

/**
 * Connections that wait while the event loop is busy. Beyond Node's 511 the kernel drops the last packet of a handshake:
 * the caller believes that it is connected, writes its request into nothing, and is cut off a minute later. Linux allows
 * as many as `net.core.somaxconn`.
 */
export const BACKLOG = 4_096

/** The least number of known networks that are remembered; at most twice as many are. */
export const NETWORKS = 10_000

/** From the server to the process that sheds. `begin` brings the listening socket. */
export type ToShedding =
  | { readonly kind: 'begin'; readonly networks: readonly string[] }
  | { readonly kind: 'known'; readonly network: string }

/** From the process that sheds to the server. `connection` brings an accepted socket, `over` the listening one. */
export type FromShedding =
  | { readonly kind: 'ready' }
  | { readonly kind: 'connection' }
  | { readonly kind: 'over'; readonly passed: number; readonly refused: number }

/** This machine, and networks that the internet does not reach: probes and proxies of the operator call from there. */
const own = new BlockList()
own.addAddress('127.0.0.1')
own.addAddress('::1', 'ipv6')
own.addSubnet('10.0.0.0', 8)
own.addSubnet('172.16.0.0', 12)
own.addSubnet('192.168.0.0', 16)
own.addSubnet('169.254.0.0', 16)
own.addSubnet('fc00::', 7, 'ipv6')
own.addSubnet('fe80::', 10, 'ipv6')

/** True for an address from which only machines of the operator can call. */
export const isOperators = (address: string): boolean =>
  isIP(address) !== 0 && own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
