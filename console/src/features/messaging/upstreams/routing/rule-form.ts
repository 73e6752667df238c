import type { RouteMatch, RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { RuleId } from '@hongyan/contract/rules'
import type { RouteOrder } from '@hongyan/contract/vocabulary/upstream'

/** A channel of the form; the key tells equal ones apart. */
export interface TypedTarget {
  readonly upstream: UpstreamRef
  readonly weight: string
}

/** A rule as it is typed. */
export interface TypedRule {
  readonly name: string
  readonly match: Omit<RouteMatch, 'prefixes'>
  readonly prefixes: string
  readonly order: RouteOrder
  readonly targets: readonly TypedTarget[]
  readonly canary: { readonly upstream: UpstreamRef; readonly percent: string } | null
  readonly failover: boolean
  readonly attempts: number
  readonly sticky: boolean
}

/** A rule as the form begins with it. */
export function typedOf({ name, match: { prefixes, ...match }, ...rule }: RouteRule): TypedRule {
  const { order, targets, canary, failover, attempts, sticky } = rule
  return {
    name,
    match,
    prefixes: prefixes.join(', '),
    order,
    targets: targets.map(({ upstream, weight }) => ({ upstream, weight: String(weight ?? '') })),
    canary: canary && { upstream: canary.upstream, percent: String(canary.percent) },
    failover,
    attempts,
    sticky,
  }
}

/** Parses a typed whole number, also with full-width digits or a percent sign; NaN for other texts. */
export function readWhole(typed: string): number {
  const text = typed.normalize('NFKC').replace('%', '').trim()
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
}

/** The typed prefixes, separated by commas, spaces or lines. */
export const readPrefixes = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .normalize('NFKC')
      .split(/[,;、\n]|\s(?=\+)/u)
      .map((part) => part.replaceAll(/[\s().-]/g, ''))
      .filter((part) => part !== ''),
  ),
]

const isWithin = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most

/** The fields of the form that break a rule of the contract, each with the rule. */
export function brokenFields(typed: TypedRule, isDefault: boolean): Readonly<Record<string, RuleId>> {
  const { name, prefixes, order, targets, canary } = typed
  const trimmed = name.trim()
  const given = readPrefixes(prefixes)
  const weights = targets.map(({ weight }, index) => [`weight${index}`, readWhole(weight)] as const)
  const wrong = order === 'weighted' ? weights.filter(([, weight]) => !isWithin(weight, 100)) : []
  return {
    ...(!isDefault && (trimmed === '' || trimmed.length > limits.nameMax) && { name: 'route_name' }),
    ...(given.length > limits.prefixes && { prefixes: 'route_conditions' }),
    ...(given.some((prefix) => !/^\+[1-9]\d{0,11}$/.test(prefix)) && { prefixes: 'route_prefix' }),
    ...Object.fromEntries(wrong.map(([field]) => [field, 'route_percent' as const])),
    ...(canary !== null && !isWithin(readWhole(canary.percent), limits.canaryMax) && { percent: 'route_canary' }),
  }
}

/** The rule that the form makes. Its fields break no rule. */
export function madeRule(id: RouteRule['id'], typed: TypedRule): RouteRule {
  const { name, match, prefixes, order, targets, canary, failover, attempts, sticky } = typed
  return {
    id,
    name: name.trim(),
    match: { ...match, prefixes: [...readPrefixes(prefixes)] },
    order,
    targets: targets.map(({ upstream, weight }) => ({
      upstream,
      weight: order === 'weighted' ? readWhole(weight) : null,
    })),
    canary: canary && { upstream: canary.upstream, percent: readWhole(canary.percent) },
    failover,
    attempts,
    sticky,
  }
}

/** The targets with equal weights that sum to 100. */
export function evenTargets(targets: readonly TypedTarget[]): readonly TypedTarget[] {
  const each = Math.floor(100 / targets.length)
  return targets.map((target, index) => ({
    ...target,
    weight: String(index === 0 ? 100 - each * (targets.length - 1) : each),
  }))
}

/** Returns the list with one item a place up or down. */
export function stepped<Item>(items: readonly Item[], index: number, step: 1 | -1): readonly Item[] {
  const item = items[index]
  const other = items[index + step]
  return item === undefined || other === undefined ? items : items.with(index, other).with(index + step, item)
}
