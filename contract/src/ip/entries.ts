import type { IpEffect } from '../vocabulary/ip-restriction.ts'
import { covers, type Network, readNetwork } from './network.ts'

interface Entry {
  readonly cidr: string
  readonly effect: IpEffect
  /** The id of the credential that the entry is for; null: all. */
  readonly credential: string | null
}

type Placed = Omit<Entry, 'cidr'> & { readonly network: Network | null }

const networkOf = (cidr: string): Network | null => {
  const read = readNetwork(cidr)
  return read.ok ? read.network : null
}

/** True where one entry already does all that another does. */
const contains = (one: Placed, other: Placed): boolean =>
  one.effect === other.effect &&
  (one.credential === null || one.credential === other.credential) &&
  one.network !== null &&
  other.network !== null &&
  covers(one.network, other.network)

const placedOf = ({ cidr, effect, credential }: Entry): Placed => ({ effect, credential, network: networkOf(cidr) })

const overlap = (one: Placed, other: Placed): boolean => contains(one, other) || contains(other, one)

/** True where an entry overlaps one of its kind. */
export function overlapsAny(entry: Entry, others: readonly Entry[]): boolean {
  const placed = placedOf(entry)
  return others.some((other) => overlap(placed, placedOf(other)))
}

/** The index of the first entry that overlaps an earlier one of its kind; -1 where none does. */
export function findOverlap(entries: readonly Entry[]): number {
  const placed = entries.map(placedOf)
  return placed.findIndex((entry, at) => placed.slice(0, at).some((earlier) => overlap(earlier, entry)))
}
