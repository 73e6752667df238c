import type { RouteMatch, RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { RouteRuleId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { newRuleId } from './rule-id.ts'

/** The rules in their order; the last one is the default. */
export type Rules = readonly RouteRule[]

/** A change of rules. It is repeated on the stored ones, which may be newer than those on screen. */
export type Edit = (rules: Rules) => Rules

const everything: RouteMatch = {
  countries: [],
  prefixes: [],
  scenes: [],
  signatures: [],
  templates: [],
  credentials: [],
}

export const newRule = (): RouteRule => ({
  id: newRuleId(),
  name: '',
  match: everything,
  order: 'ordered',
  targets: [{ upstream: STANDARD, weight: null }],
  canary: null,
  failover: true,
  attempts: limits.attemptsMax,
  sticky: false,
})

/** A copy under an id and a name of its own. */
export const copyOf = (rule: RouteRule, name: string): RouteRule => ({
  ...rule,
  id: newRuleId(),
  name: name.slice(0, limits.nameMax),
})

export const isDefault = (rules: Rules, { id }: Pick<RouteRule, 'id'>): boolean => rules.at(-1)?.id === id

export const matchesAll = ({ match }: RouteRule): boolean => Object.values(match).every((values) => values.length === 0)

/** Replaces the rule of this id, or inserts it before the default one. */
export const put =
  (rule: RouteRule): Edit =>
  (rules) => {
    const index = rules.findIndex(({ id }) => id === rule.id)
    return index === -1 ? insertAt(rule, rules.length - 1)(rules) : rules.with(index, rule)
  }

/** Inserts a rule, at the latest before the default one. */
export const insertAt =
  (rule: RouteRule, index: number): Edit =>
  (rules) =>
    rules.toSpliced(Math.min(index, rules.length - 1), 0, rule)

export const remove =
  (gone: RouteRuleId): Edit =>
  (rules) =>
    rules.filter(({ id }) => id !== gone)

/** Moves a rule to a place before the default one. */
export const move =
  (moved: RouteRuleId, to: number): Edit =>
  (rules) => {
    const rule = rules.find(({ id }) => id === moved)
    if (rule === undefined || isDefault(rules, rule)) return rules
    return insertAt(rule, Math.max(0, to))(remove(moved)(rules))
  }
