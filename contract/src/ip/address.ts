/** The family of an address. */
export type Family = 4 | 6

/** An address as four 32-bit words, the highest first. IPv4 uses the first word alone. */
export type Words = readonly [number, number, number, number]

/** The longest text of an address: IPv6 with IPv4 at its end. */
const TEXT_MAX = 45
const DOT = 46
const COLON = 58
const ZERO = 48
const NINE = 57

/** The groups of the IPv6 address that is being read. Reading never waits, so one array serves all calls. */
const groups = new Uint16Array(8)

/**
 * Reads an address into four words without allocating. Returns its family, or 0 for a text that is no address. Strict:
 * refuses leading zeros, octal, hexadecimal and shortened IPv4, zones, brackets and spaces. IPv4 inside IPv6
 * (::ffff:203.0.113.7) is that IPv4 address, because a listener for both families sees IPv4 callers so.
 */
export function readAddress(text: string, into: Uint32Array): Family | 0 {
  if (text.length > TEXT_MAX) return 0
  if (!text.includes(':')) {
    const address = readV4(text, 0)
    if (address < 0) return 0
    into[0] = address
    return 4
  }
  if (!readGroups(text)) return 0
  for (let word = 0; word < 4; word += 1) into[word] = pair(2 * word)
  if (into[0] !== 0 || into[1] !== 0 || into[2] !== 0xffff) return 6
  into[0] = pair(6)
  return 4
}

const pair = (at: number): number => ((group(at) << 16) | group(at + 1)) >>> 0
const group = (at: number): number => groups[at] ?? 0

/** Reads four decimal numbers from a place to the end of the text; -1 where they are no address. */
function readV4(text: string, start: number): number {
  let address = 0
  let parts = 0
  let part = -1
  for (let at = start; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : DOT
    if (code === DOT) {
      if (part < 0 || parts === 4) return -1
      address = address * 256 + part
      parts += 1
      part = -1
    } else {
      // A zero in front of other digits could mean an octal number.
      if (code < ZERO || code > NINE || part === 0) return -1
      part = (part < 0 ? 0 : part * 10) + code - ZERO
      if (part > 255) return -1
    }
  }
  return parts === 4 ? address : -1
}

/** Reads the eight groups of an IPv6 address. */
function readGroups(text: string): boolean {
  let count = 0
  /** The number of groups in front of the double colon. */
  let gap = -1
  let at = 0
  if (text.startsWith('::')) {
    gap = 0
    at = 2
  }
  while (at < text.length) {
    if (count === 8) return false
    const end = groupEnd(text, at)
    if (text.charCodeAt(end) === DOT) {
      const address = count <= 6 ? readV4(text, at) : -1
      if (address < 0) return false
      groups[count] = address >>> 16
      groups[count + 1] = address & 0xffff
      count += 2
      break
    }
    const value = hexOf(text, at, end)
    if (value < 0) return false
    groups[count] = value
    count += 1
    if (end === text.length) break
    if (text.charCodeAt(end) !== COLON) return false
    at = end + 1
    if (at === text.length) return false
    if (text.charCodeAt(at) === COLON) {
      if (gap >= 0) return false
      gap = count
      at += 1
    }
  }
  return spread(count, gap)
}

/** Moves the groups behind the double colon to the end, and puts zeros between. */
function spread(count: number, gap: number): boolean {
  if (gap < 0) return count === 8
  if (count === 8) return false
  const behind = count - gap
  groups.copyWithin(8 - behind, gap, count)
  groups.fill(0, gap, 8 - behind)
  return true
}

function groupEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) !== COLON && text.charCodeAt(at) !== DOT) at += 1
  return at
}

/** Reads one to four hexadecimal digits; -1 for any other text. */
function hexOf(text: string, start: number, end: number): number {
  if (end === start || end - start > 4) return -1
  let value = 0
  for (let at = start; at < end; at += 1) {
    const digit = digitOf(text.charCodeAt(at))
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

function digitOf(code: number): number {
  if (code >= ZERO && code <= NINE) return code - ZERO
  const letter = code | 0x20
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** The words of an address, or null for a text that is none. */
export function addressOf(text: string): { readonly family: Family; readonly words: Words } | null {
  const read = new Uint32Array(4)
  const family = readAddress(text, read)
  if (family === 0) return null
  const [first = 0, second = 0, third = 0, fourth = 0] = read
  return { family, words: family === 4 ? [first, 0, 0, 0] : [first, second, third, fourth] }
}

/** Formats an address: IPv4 in decimals, IPv6 as RFC 5952 recommends. */
export function formatAddress(family: Family, words: Words): string {
  if (family === 4) return [24, 16, 8, 0].map((shift) => (words[0] >>> shift) & 0xff).join('.')
  const hex = words.flatMap((word) => [word >>> 16, word & 0xffff]).map((value) => value.toString(16))
  const zeros = longestZeros(hex)
  if (zeros.length < 2) return hex.join(':')
  return `${hex.slice(0, zeros.start).join(':')}::${hex.slice(zeros.start + zeros.length).join(':')}`
}

/** The first of the longest runs of zero groups. */
function longestZeros(hex: readonly string[]): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 }
  let start = 0
  for (const [at, text] of hex.entries()) {
    if (text !== '0') start = at + 1
    else if (at + 1 - start > longest.length) longest = { start, length: at + 1 - start }
  }
  return longest
}

/** An address as rules and logs name it: IPv4 inside IPv6 as IPv4, IPv6 in its short form, any other text cut. */
export function plainAddress(text: string): string {
  const read = addressOf(text)
  return read === null ? text.slice(0, TEXT_MAX) : formatAddress(read.family, read.words)
}
