import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { DEFAULT_RULE } from '@hongyan/contract/upstreams/default-rule'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { Refusal } from '../../../kit/refusal.ts'

/** The records of an account that rules may name. */
export interface Known {
  readonly channels: ReadonlySet<string>
  readonly signatures: ReadonlySet<string>
  /** Ids, and the codes of public templates. */
  readonly templates: ReadonlySet<string>
  readonly credentials: ReadonlySet<string>
}

/** The records that rules name. */
export interface Named {
  readonly channels: readonly UpstreamRef[]
  readonly signatures: readonly string[]
  readonly templates: readonly string[]
  readonly credentials: readonly string[]
}

export function namedBy(rules: readonly RouteRule[]): Named {
  const all = <T>(of: (rule: RouteRule) => readonly T[]): readonly T[] => [...new Set(rules.flatMap(of))]
  return {
    channels: all(channelsOf).filter((ref) => ref !== STANDARD),
    signatures: all(({ match }) => match.signatures),
    templates: all(({ match }) => match.templates),
    credentials: all(({ match }) => match.credentials),
  }
}

const channelsOf = ({ targets, canary }: RouteRule): readonly UpstreamRef[] => [
  ...targets.map(({ upstream }) => upstream),
  ...(canary === null ? [] : [canary.upstream]),
]

/**
 * Refuses rules that cannot be a draft, at the field of the request that is at fault: a last rule with conditions, one
 * id twice, a share that its order has no use for, and records that are not the account's.
 */
export function checkRules(rules: readonly RouteRule[], known: Known): void {
  const ids = new Set<string>()
  for (const [nr, rule] of rules.entries()) {
    const isLast = nr === rules.length - 1
    const at = (field: string): string => `rules[${nr}].${field}`
    if (isLast !== (rule.id === DEFAULT_RULE) || ids.has(rule.id)) {
      throw new Refusal(isLast ? 'route_default' : 'invalid_request', { field: at('id') })
    }
    if (isLast && Object.values(rule.match).some((values) => values.length > 0)) {
      throw new Refusal('route_default', { field: at('match') })
    }
    ids.add(rule.id)
    checkShares(rule, at)
    checkNames(rule, known, at)
  }
}

function checkShares({ order, targets }: RouteRule, at: (field: string) => string): void {
  const wrong = targets.findIndex(({ weight }) => (weight === null) !== (order === 'ordered'))
  if (wrong === -1) return
  throw new Refusal('invalid_request', { field: at(`targets[${wrong}].weight`), rule: 'route_percent' })
}

function checkNames(rule: RouteRule, known: Known, at: (field: string) => string): void {
  const { match, targets, canary } = rule
  for (const kind of ['signatures', 'templates', 'credentials'] as const) {
    const unknown = match[kind].findIndex((id) => !known[kind].has(id))
    if (unknown !== -1) throw new Refusal('invalid_request', { field: at(`match.${kind}[${unknown}]`) })
  }
  const isUnknown = (ref: UpstreamRef): boolean => ref !== STANDARD && !known.channels.has(ref)
  const unknown = targets.findIndex(({ upstream }) => isUnknown(upstream))
  if (unknown !== -1) throw new Refusal('invalid_request', { field: at(`targets[${unknown}].upstream`) })
  if (canary !== null && isUnknown(canary.upstream)) {
    throw new Refusal('invalid_request', { field: at('canary.upstream') })
  }
}
