import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { Rules } from './draft.ts'

/** A part of a rule that can differ. */
const ruleParts = ['name', 'match', 'channels', 'options'] as const
export type RulePart = (typeof ruleParts)[number]

/** The difference of one rule between two versions. */
export interface RuleChange {
  readonly kind: 'added' | 'changed' | 'moved' | 'removed'
  /** The later rule; of a removed one the earlier. */
  readonly rule: RouteRule
  /** The earlier rule; null for an added one. */
  readonly before: RouteRule | null
  /** The parts that differ, in a changed rule. */
  readonly parts: readonly RulePart[]
  /** The positions, counted from 1; null where the rule does not exist. */
  readonly from: number | null
  readonly to: number | null
  /** True where the rule changed its place among the others. */
  readonly isMoved: boolean
  readonly isDefault: boolean
}

/** Each part of a rule as a text, with its fields in one order. */
const partTexts: Readonly<Record<RulePart, (rule: RouteRule) => string>> = {
  name: ({ name }) => name,
  match: ({ match: { countries, prefixes, scenes, signatures, templates, credentials } }) => {
    const all = [countries, prefixes, scenes.map(String), signatures, templates, credentials]
    return JSON.stringify(all.map((values) => values.toSorted()))
  },
  channels: ({ order, targets, canary }) => {
    const carriers = targets.map(({ upstream, weight }) => [upstream, order === 'weighted' ? weight : null])
    return JSON.stringify([order, carriers, canary && [canary.upstream, canary.percent]])
  },
  options: ({ failover, attempts, sticky }) => JSON.stringify([failover, failover ? attempts : null, sticky]),
}

/** The parts in which two rules differ. The order of a condition's values does not count. */
const differingParts = (one: RouteRule, other: RouteRule): readonly RulePart[] =>
  ruleParts.filter((part) => partTexts[part](one) !== partTexts[part](other))

/** The longest rising subsequence: the items that keep their order. */
function rising(numbers: readonly number[]): ReadonlySet<number> {
  const chains: (readonly number[])[] = []
  for (const number of numbers) {
    const best = chains.filter((chain) => (chain.at(-1) ?? -1) < number).toSorted((a, b) => b.length - a.length)[0]
    chains.push([...(best ?? []), number])
  }
  return new Set(chains.toSorted((a, b) => b.length - a.length)[0])
}

/** The fewest rules whose move turns one order into the other, by their places in the earlier version. */
function movedPlaces(before: Rules, after: Rules): ReadonlySet<number> {
  const places = after.map(({ id }) => before.findIndex((rule) => rule.id === id)).filter((place) => place !== -1)
  const kept = rising(places)
  return new Set(places.filter((place) => !kept.has(place)))
}

/** Compares two versions: the later rules in their order, then the removed ones. Equal rules are left out. */
export function compare(before: Rules, after: Rules): readonly RuleChange[] {
  const moved = movedPlaces(before, after)
  const later = after.flatMap((rule, index): readonly RuleChange[] => {
    const place = before.findIndex(({ id }) => id === rule.id)
    const old = before[place] ?? null
    const to = index + 1
    const isDefault = to === after.length
    if (old === null)
      return [{ kind: 'added', rule, before: null, parts: [], from: null, to, isMoved: false, isDefault }]
    const parts = differingParts(old, rule)
    const isMoved = moved.has(place)
    if (parts.length === 0 && !isMoved) return []
    return [
      {
        kind: parts.length > 0 ? 'changed' : 'moved',
        rule,
        before: old,
        parts,
        from: place + 1,
        to,
        isMoved,
        isDefault,
      },
    ]
  })
  const removed = before.flatMap((rule, index): readonly RuleChange[] =>
    after.some(({ id }) => id === rule.id)
      ? []
      : [
          {
            kind: 'removed',
            rule,
            before: rule,
            parts: [],
            from: index + 1,
            to: null,
            isMoved: false,
            isDefault: false,
          },
        ],
  )
  return [...later, ...removed]
}

/** The numbers of added, changed, moved and removed rules. */
export function countChanges(changes: readonly RuleChange[]): Readonly<Record<RuleChange['kind'], number>> {
  const count = (kind: RuleChange['kind']) => changes.filter((change) => change.kind === kind).length
  return { added: count('added'), changed: count('changed'), moved: count('moved'), removed: count('removed') }
}
