import { type Family, readAddress, type Words } from '@hongyan/contract/ip/address'
import { lastOf, readNetwork } from '@hongyan/contract/ip/network'
import type { IpEffect, IpMode } from '@hongyan/contract/vocabulary/ip-restriction'

/** An entry of an account's IP rules. */
export interface IpRule {
  readonly id: string
  readonly effect: IpEffect
  /** An address or a network in CIDR notation. */
  readonly network: string
}

/** The result of a call's address. */
export interface IpVerdict {
  readonly passes: boolean
  /** The entry that decided; null where none names the address. */
  readonly entry: string | null
}

/** Disjoint ranges of addresses in order: so many words each for the first and the last address. */
interface Ranges {
  readonly words: 1 | 4
  readonly first: Uint32Array
  readonly last: Uint32Array
  /** The verdict of each range. */
  readonly verdicts: readonly IpVerdict[]
}

type Ranged = { readonly [F in Family]: Ranges }

/** Entries as the hot path needs them: one is found by halving, without allocating. */
export type IpList = { readonly [E in IpEffect]: Ranged }

/** The rules of a credential that are in force. */
export interface IpRules {
  readonly mode: IpMode
  /** Records what the rules would refuse, and refuses nothing. */
  readonly reportOnly: boolean
  /** The entries for all credentials of the account. */
  readonly shared: IpList
  /** The entries for this credential alone. */
  readonly own: IpList
}

interface Placed {
  readonly first: Words
  readonly last: Words
  readonly verdict: IpVerdict
}

const compare = (one: Words, other: Words): number => {
  for (const [at, word] of one.entries()) {
    const difference = word - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Compiles entries. Those that lie within another of the same effect add nothing and are left out. */
export function compileIpList(rules: readonly IpRule[]): IpList {
  const ranged = (effect: IpEffect): Ranged => ({ 4: rangesOf(rules, effect, 4), 6: rangesOf(rules, effect, 6) })
  return { allow: ranged('allow'), deny: ranged('deny') }
}

function rangesOf(rules: readonly IpRule[], effect: IpEffect, family: Family): Ranges {
  const placed = rules
    .flatMap((rule): readonly Placed[] => {
      const read = readNetwork(rule.network)
      if (rule.effect !== effect || !read.ok || read.network.family !== family) return []
      const { network } = read
      const verdict = Object.freeze({ passes: effect === 'allow', entry: rule.id })
      return [{ first: network.words, last: lastOf(network), verdict }]
    })
    .toSorted((one, other) => compare(one.first, other.first) || compare(other.last, one.last))
  const apart: Placed[] = []
  for (const one of placed) {
    const before = apart.at(-1)
    if (before === undefined || compare(before.last, one.first) < 0) apart.push(one)
  }
  const words = family === 4 ? 1 : 4
  const flat = (pick: (one: Placed) => Words): Uint32Array =>
    Uint32Array.from(apart.flatMap((one) => pick(one).slice(0, words)))
  return {
    words,
    first: flat(({ first }) => first),
    last: flat(({ last }) => last),
    verdicts: apart.map(({ verdict }) => verdict),
  }
}

/** The address that is being judged. Judging never waits, so one array serves all calls. */
const address = new Uint32Array(4)

/** The order of the address and an edge of a range. */
function order(edges: Uint32Array, range: number, words: number): number {
  for (let word = 0; word < words; word += 1) {
    const difference = (address[word] ?? 0) - (edges[range * words + word] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The verdict of the range that the address lies in; null where there is none. */
function find({ words, first, last, verdicts }: Ranges): IpVerdict | null {
  let low = 0
  let high = verdicts.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (order(first, middle, words) < 0) high = middle - 1
    else if (order(last, middle, words) > 0) low = middle + 1
    else return verdicts[middle] ?? null
  }
  return null
}

const UNLISTED = {
  allow: Object.freeze({ passes: false, entry: null }),
  deny: Object.freeze({ passes: true, entry: null }),
} as const
const UNREADABLE: IpVerdict = Object.freeze({ passes: false, entry: null })

/** Decides about the address of a call. A denied address is refused in both modes, and so is one that is no address. */
export function judgeAddress({ mode, shared, own }: Omit<IpRules, 'reportOnly'>, text: string): IpVerdict {
  const family = readAddress(text, address)
  if (family === 0) return UNREADABLE
  const denied = find(shared.deny[family]) ?? find(own.deny[family])
  if (denied !== null) return denied
  const allowed = mode === 'allow' ? (find(shared.allow[family]) ?? find(own.allow[family])) : null
  return allowed ?? UNLISTED[mode]
}
