import type { RouteRule } from '../endpoints/messaging/routing.ts'
import type { RouteRuleId } from '../ids.ts'
import { STANDARD } from '../vocabulary/upstream.ts'

/**
 * The id of the last rule, the same for every account. Shares are drawn by a rule's id, and the last rule exists before
 * an account saves its first draft, so its id must not be drawn anew with each reading.
 */
export const DEFAULT_RULE = '01900000-0000-7000-8000-000000000000' as RouteRuleId // a version 7 UUID, as the schema asks

/** The rules of an account without routing: the product's own channel carries everything. */
export const defaultRules: readonly RouteRule[] = [
  {
    id: DEFAULT_RULE,
    name: 'Default',
    match: { countries: [], prefixes: [], scenes: [], signatures: [], templates: [], credentials: [] },
    order: 'ordered',
    targets: [{ upstream: STANDARD, weight: null }],
    canary: null,
    failover: true,
    attempts: 3,
    sticky: false,
  },
]
