/** A value of a MaxMind DB file: texts, whole numbers and maps of them. */
type Value = string | number | { readonly [key: string]: Value }

const STRING = 2
const UINT32 = 6
const MAP = 7
const control = (type: number, size: number): Buffer => Buffer.from([(type << 5) | size])

/** Encodes a value; texts and maps have at most 28 bytes or entries. */
function encoded(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(STRING, value.length), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(UINT32, 4), bytes])
  }
  const entries = Object.entries(value)
  return Buffer.concat([
    control(MAP, entries.length),
    ...entries.flatMap(([key, inner]) => [encoded(key), encoded(inner)]),
  ])
}

/** The bits of an IPv4 network in a tree of IPv6. */
function bitsOf(network: string): readonly number[] {
  const [address = '', prefix] = network.split('/')
  const bits = address.split('.').flatMap((byte) => Number(byte).toString(2).padStart(8, '0').split('').map(Number))
  return [...Array.from({ length: 96 }, () => 0), ...bits.slice(0, Number(prefix))]
}

/** Makes a country database (MaxMind DB 2.0) of some disjoint IPv4 networks. */
export function countryDatabase(countries: Readonly<Record<string, string>>): Buffer {
  const nodes: [number | null, number | null][] = [[null, null]]
  const data: Buffer[] = []
  const leaves: (readonly [node: number, side: 0 | 1, offset: number])[] = []
  let offset = 0
  for (const [network, country] of Object.entries(countries)) {
    const bits = bitsOf(network)
    let at = 0
    for (const [depth, bit] of bits.entries()) {
      const side = bit === 0 ? 0 : 1
      if (depth === bits.length - 1) leaves.push([at, side, offset])
      else {
        const next = nodes[at]?.[side] ?? nodes.push([null, null]) - 1
        const node = nodes[at]
        if (node) node[side] = next
        at = next
      }
    }
    const record = encoded({ country: { iso_code: country } })
    data.push(record)
    offset += record.length
  }
  for (const [at, side, place] of leaves) {
    const node = nodes[at]
    if (node) node[side] = nodes.length + 16 + place
  }
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [at, [left, right]] of nodes.entries()) {
    tree.writeUIntBE(left ?? nodes.length, at * 6, 3)
    tree.writeUIntBE(right ?? nodes.length, at * 6 + 3, 3)
  }
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Country',
    ip_version: 6,
    node_count: nodes.length,
    record_size: 24,
  }
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encoded(metadata),
  ])
}
