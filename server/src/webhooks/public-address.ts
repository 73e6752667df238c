import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { globalV6, specialV4, specialV6 } from '@hongyan/contract/ip/special-networks'

const special = new BlockList()
for (const [network, bits] of specialV4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of specialV6) special.addSubnet(network, bits, 'ipv6')
const global = new BlockList()
global.addSubnet(...globalV6, 'ipv6')

/** Tells whether an address belongs to a host of the public internet. An address with a zone, or no address, is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
