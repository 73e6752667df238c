import { overlapsAny } from '@hongyan/contract/ip/entries'
import { formatNetwork, isPublicNetwork, isWide, readNetwork } from '@hongyan/contract/ip/network'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import type { RuleId } from '@hongyan/contract/rules'
import type { IpEffect } from '@hongyan/contract/vocabulary/ip-restriction'

interface Entry {
  readonly cidr: string
  readonly effect: IpEffect
  readonly credential: string | null
}

/** A typed address with what becomes of it. */
export interface Line {
  readonly nr: number
  readonly typed: string
  /** The network that is saved; null where a rule refuses it. */
  readonly network: string | null
  readonly rule: RuleId | null
  /** The bits behind the prefix were cleared. */
  readonly isNormalised: boolean
  readonly isWide: boolean
}

interface Around {
  /** The entries that stay beside the typed ones. */
  readonly others: readonly Entry[]
  readonly effect: IpEffect
  readonly credential: string | null
  /** Refuses private and reserved networks, as the server does. */
  readonly strict: boolean
}

const refused = (nr: number, typed: string, rule: RuleId): Line => ({
  nr,
  typed,
  network: null,
  rule,
  isNormalised: false,
  isWide: false,
})

function lineOf(nr: number, typed: string, { others, effect, credential, strict }: Around): Line {
  const read = readNetwork(typed)
  if (!read.ok) return refused(nr, typed, read.rule)
  if (strict && !isPublicNetwork(read.network)) return refused(nr, typed, 'ip_reserved')
  const network = formatNetwork(read.network)
  if (overlapsAny({ cidr: network, effect, credential }, others)) return refused(nr, typed, 'ip_overlap')
  return { nr, typed, network, rule: null, isNormalised: read.isNormalised, isWide: isWide(read.network) }
}

/** The most lines that are read: one more than an account may have, so that there are too many. */
const LINES = limits.entries + 1

/** Reads addresses that are separated by commas, spaces or line breaks, each by the server's rules. */
export function readLines(text: string, around: Around): readonly Line[] {
  const lines: Line[] = []
  const others = [...around.others]
  const parts = text.split(/[\s,，、;；]+/).filter((part) => part !== '')
  for (const [nr, typed] of parts.slice(0, LINES).entries()) {
    const line = lineOf(nr, typed, { ...around, others })
    lines.push(line)
    if (line.network !== null) others.push({ ...around, cidr: line.network })
  }
  return lines
}

/** The first rule that the lines break. */
export function brokenRule(lines: readonly Line[], others: number): RuleId | null {
  if (lines.length === 0) return 'ip_cidr'
  const broken = lines.find(({ rule }) => rule !== null)
  return broken?.rule ?? (others + lines.length > limits.entries ? 'ip_entries' : null)
}

/** A note on one line, as the server stores it. */
export const noteOf = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim()

const NOTE = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]{0,${limits.noteMax}}$`, 'u')

export const isNote = (typed: string): boolean => NOTE.test(noteOf(typed))
