import { addressOf, formatAddress, plainAddress, readAddress } from '@hongyan/contract/ip/address'
import { covers, formatNetwork, isPublicNetwork, type Network, readNetwork } from '@hongyan/contract/ip/network'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { isPublicAddress } from '../webhooks/public-address.ts'
import { compileIpList, type IpRule, judgeAddress } from './ip-rules.ts'

const FAMILY = { ipv4: 4, ipv6: 6 } as const

/** Reads an address with another library: strict IPv4 of four decimals, IPv6 without zones, mapped ones as IPv4. */
function otherLibrary(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.includes('%')) return null
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null
}

const wordsOf = (address: ipaddr.IPv4 | ipaddr.IPv6): readonly number[] => {
  const bytes = address.toByteArray()
  return [0, 4, 8, 12].map((at) => bytes.slice(at, at + 4).reduce((word, byte) => word * 256 + byte, 0))
}

/** The other library takes the obsolete ::1.2.3.4 for IPv4, which no listener shows as such. */
const isObsolete = (text: string): boolean => /^::\d+\./.test(text)
const anyAddress = fc.oneof(fc.ipV4(), fc.ipV6()).filter((text) => !isObsolete(text))

/** Texts near the grammar of addresses: most are none, and those that are have unusual forms. */
const nearText = fc
  .array(fc.constantFrom('::', ':', '.', '0', '1', 'ffff', 'FF', '255', '256', '01', '0x1', 'abcd', '%eth0', '/'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''))
const mapped = fc.ipV4().map((address) => `::ffff:${address}`)

test('an address is read as another library reads it, and no other text is one', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyAddress,
        mapped,
        nearText.filter((text) => !isObsolete(text)),
      ),
      (text) => {
        const into = new Uint32Array(4)
        const family = readAddress(text, into)
        const other = otherLibrary(text)
        if (other === null) return family === 0
        const words = family === 4 ? [into[0], 0, 0, 0] : [...into]
        return family === FAMILY[other.kind()] && words.every((word, at) => word === wordsOf(other)[at])
      },
    ),
    { numRuns: 5_000 },
  )
})

test('an address is formatted as another library formats it', () => {
  fc.assert(
    fc.property(anyAddress, (text) => {
      const read = addressOf(text)
      const other = ipaddr.process(text)
      return (
        read !== null &&
        formatAddress(read.family, read.words) ===
          (other.kind() === 'ipv6' ? (other as ipaddr.IPv6).toRFC5952String() : other.toString())
      )
    }),
    { numRuns: 1_000 },
  )
})

test.for([
  '',
  ' 1.2.3.4',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '1.2.3.004',
  '0x1.2.3.4',
  '0x01020304',
  '16909060',
  '1.2.3.256',
  '1..3.4',
  '1.2.3.4:80',
  '[2606:4700::1]',
  'fe80::1%eth0',
  '2606:4700::1%1',
  '::ffff:1.2.3.4%lo',
  '::ffff:01.2.3.4',
  ':::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1::2::3',
  '12345::',
  'localhost',
])('“%s” is no address', (text) => {
  expect(readAddress(text, new Uint32Array(4))).toBe(0)
})

test('IPv4 inside IPv6 is that IPv4 address, however it is written', () => {
  const forms = ['::ffff:8.8.4.4', '::FFFF:808:404', '0:0:0:0:0:ffff:0808:0404', '0000::ffff:8.8.4.4']
  expect(forms.map(plainAddress)).toEqual(forms.map(() => '8.8.4.4'))
})

test.for([
  ['1.2.3.4/33', 'ip_cidr'],
  ['1.2.3.4/08', 'ip_cidr'],
  ['1.2.3.4/', 'ip_cidr'],
  ['1.2.3.4/24/24', 'ip_cidr'],
  ['1.2.3.4/255.255.255.0', 'ip_cidr'],
  ['2606:4700::/129', 'ip_cidr'],
  ['010.0.0.1', 'ip_cidr'],
  ['example.com', 'ip_cidr'],
  ['0.0.0.0/0', 'ip_everything'],
  ['::/0', 'ip_everything'],
  ['8.8.8.8/0', 'ip_everything'],
  ['::ffff:8.8.8.8', 'ip_mapped'],
  ['::ffff:8.8.8.0/120', 'ip_mapped'],
  ['::ffff:808:808', 'ip_mapped'],
] as const)('the network “%s” is refused by the rule %s', ([text, rule]) => {
  expect(readNetwork(text)).toEqual({ ok: false, rule })
})

test('a network loses the bits behind its prefix, which is pointed out', () => {
  const read = readNetwork(' 108.160.167.147/24 ')
  expect(read).toMatchObject({ ok: true, isNormalised: true })
  expect(read.ok && formatNetwork(read.network)).toBe('108.160.167.0/24')
  expect(readNetwork('108.160.167.0/24')).toMatchObject({ isNormalised: false })
})

const network = (text: string): Network => {
  const read = readNetwork(text)
  if (!read.ok) throw new Error(`${text} is no network`)
  return read.network
}

const bitsOf = fc.oneof(fc.integer({ min: 1, max: 32 }), fc.constantFrom(48, 64, 96, 127, 128))
const aNetwork = fc
  .tuple(anyAddress, bitsOf)
  .map(([address, bits]) => `${address}/${address.includes(':') ? bits : Math.min(bits, 32)}`)
  .filter((text) => readNetwork(text).ok)

/** An address of a network, or near it. */
const near = (text: string, noise: Uint8Array): string => {
  const [base, bits] = ipaddr.parseCIDR(text)
  const bytes = base.toByteArray().map((byte, at) => (at * 8 >= bits - 1 ? byte ^ ((noise[at] ?? 0) & 0x81) : byte))
  return ipaddr.fromByteArray(bytes).toString()
}

const noise = fc.uint8Array({ minLength: 16, maxLength: 16 })
const someRules = fc.array(fc.tuple(aNetwork, fc.constantFrom('allow' as const, 'deny' as const)), { maxLength: 30 })

test('rules decide as comparing every network with another library does', () => {
  fc.assert(
    fc.property(
      someRules,
      someRules,
      fc.constantFrom('allow' as const, 'deny' as const),
      fc.nat(),
      noise,
      anyAddress,
      (shared, own, mode, pick, bytes, far) => {
        const all = [...shared, ...own]
        const chosen = all[pick % Math.max(1, all.length)]
        const address = chosen === undefined ? far : near(chosen[0], bytes)
        const caller = ipaddr.process(address)
        const isListed = (effect: string): boolean =>
          all.some(([text, its]) => {
            const [base, bits] = ipaddr.parseCIDR(text)
            return its === effect && base.kind() === caller.kind() && caller.match(base, bits)
          })
        const passes = !isListed('deny') && (mode === 'deny' || isListed('allow'))
        const rules = (from: typeof shared): readonly IpRule[] =>
          from.map(([text, effect], nr) => ({ id: `${nr}`, effect, network: formatNetwork(network(text)) }))
        const lists = { shared: compileIpList(rules(shared)), own: compileIpList(rules(own)) }
        return judgeAddress({ mode, ...lists }, address).passes === passes
      },
    ),
    { numRuns: 1_000 },
  )
})

test('one network covers another exactly where its first and last addresses lie in it', () => {
  fc.assert(
    fc.property(aNetwork, aNetwork, (one, other) => {
      const [base, bits] = ipaddr.parseCIDR(one)
      const [inner, innerBits] = ipaddr.parseCIDR(other)
      const isInside = base.kind() === inner.kind() && bits <= innerBits && inner.match(base, bits)
      return covers(network(one), network(other)) === isInside
    }),
  )
})

test('a text that is no address is refused in both modes', () => {
  const none = compileIpList([])
  for (const mode of ['allow', 'deny'] as const)
    expect(judgeAddress({ mode, shared: none, own: none }, 'fe80::1%eth0').passes).toBe(false)
})

test('a single address is a public network exactly where webhooks may go to it', () => {
  fc.assert(
    fc.property(anyAddress, (text) => {
      const read = readNetwork(text)
      return !read.ok || isPublicNetwork(read.network) === isPublicAddress(text)
    }),
  )
})

test.for(['0.0.0.0/1', '8.0.0.0/5', '10.1.2.0/24', '192.0.0.0/16', '::/3', '2001::/16', 'fd00::/8', '2001:db8::/48'])(
  'the network %s holds addresses that are not public',
  (text) => {
    expect(isPublicNetwork(network(text))).toBe(false)
  },
)
