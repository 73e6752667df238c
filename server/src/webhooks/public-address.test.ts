import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.for([
  ['0.0.0.0', 'this host'],
  ['10.1.2.3', 'a private network'],
  ['100.64.0.1', 'a carrier’s shared network'],
  ['100.100.100.200', 'metadata of Alibaba Cloud'],
  ['127.0.0.1', 'the loopback'],
  ['127.255.255.254', 'the end of the loopback'],
  ['168.63.129.16', 'metadata of Azure'],
  ['169.254.169.254', 'metadata of most clouds'],
  ['172.16.0.1', 'a private network'],
  ['172.31.255.255', 'the end of a private network'],
  ['192.0.0.192', 'metadata of Oracle Cloud'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'a relay of 6to4'],
  ['192.168.0.1', 'a private network'],
  ['198.18.0.1', 'benchmarks'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'this host'],
  ['::1', 'the loopback'],
  ['::127.0.0.1', 'IPv4 in its compatible form'],
  ['::ffff:127.0.0.1', 'IPv4 in its mapped form'],
  ['::ffff:8.8.8.8', 'public IPv4 in its mapped form'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['100::1', 'discarded'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'unassigned'],
  ['fc00::1', 'a unique local network'],
  ['fd00:ec2::254', 'metadata of AWS'],
  ['fe80::1', 'the local link'],
  ['fe80::1%eth0', 'the local link with its zone'],
  ['2606:4700:4700::1111%eth0', 'a zone'],
  ['fec0::1', 'a site-local network'],
  ['ff02::1', 'multicast'],
  ['8.8.8', 'no address'],
  ['', 'no address'],
] as const)('%s is not public: %s', ([address]) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.for(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '223.255.255.255', '2606:4700:4700::1111', '2a00::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

/** Networks whose neighbourhood random addresses are drawn from: a plain draw would hardly meet them. */
const prefixes = [
  '2001::',
  '2001:db8::',
  '2002::',
  '2620:4f:8000::',
  '3fff::',
  '64:ff9b::',
  '::ffff:0:0',
  'fe80::',
  '::',
]

const nearV6 = fc
  .tuple(fc.constantFrom(...prefixes), fc.nat(127), fc.uint8Array({ minLength: 16, maxLength: 16 }))
  .map(([prefix, bits, noise]) =>
    ipaddr
      .fromByteArray(
        ipaddr
          .parse(prefix)
          .toByteArray()
          .map((byte, at) => (at * 8 >= bits ? (noise[at] ?? 0) : byte)),
      )
      .toString(),
  )

test('no address that another library calls special passes as public', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), nearV6), (address) => {
      const isUnicast = ipaddr.parse(address).range() === 'unicast'
      return isUnicast || !isPublicAddress(address)
    }),
    { numRuns: 5000 },
  )
})

test('no IPv6 address outside of global unicast is public', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), nearV6).filter(isIPv6), (address) => {
      const [first = 0] = ipaddr.parse(address).toByteArray()
      return first >> 5 === 1 || !isPublicAddress(address)
    }),
  )
})
