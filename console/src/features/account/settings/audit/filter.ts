import { type AuditActor, auditActors, type AuditOutcome, auditOutcomes } from '@hongyan/contract/vocabulary/audit'
import { type ActionNoun, nouns } from './actions.ts'

/** The filter of the list. Days are in the account's time zone, both included. */
export interface AuditFilter {
  from?: string
  to?: string
  actor?: AuditActor
  outcome?: AuditOutcome
  action?: ActionNoun
}

const DAY = /^20\d{2}-\d{2}-\d{2}$/

/** Parses a calendar day; undefined for an invalid one. */
export function readDay(text: unknown): string | undefined {
  if (typeof text !== 'string' || !DAY.test(text)) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((each) => each === value)

/** Parses the address. Leaves out invalid parts, and the end of a range that is before its beginning. */
export function readFilter(search: object): AuditFilter {
  const params = new Map<string, unknown>(Object.entries(search))
  const from = readDay(params.get('from'))
  const to = readDay(params.get('to'))
  const actor = oneOf(auditActors, params.get('actor'))
  const outcome = oneOf(auditOutcomes, params.get('outcome'))
  const action = oneOf(nouns, params.get('action'))
  const crossed = from !== undefined && to !== undefined && from > to
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && !crossed && { to }),
    ...(actor !== undefined && { actor }),
    ...(outcome !== undefined && { outcome }),
    ...(action !== undefined && { action }),
  }
}

export const isFiltered = (filter: AuditFilter): boolean => Object.keys(filter).length > 0

/**
 * Returns the filter with one part set, or removed. A range that would end before it begins becomes the last chosen
 * day.
 */
export function withPart<Name extends keyof AuditFilter>(
  filter: AuditFilter,
  name: Name,
  value: AuditFilter[Name] | undefined,
): AuditFilter {
  const { [name]: _, ...others } = filter
  const next: AuditFilter = value === undefined ? others : { ...filter, [name]: value }
  const { from, to } = next
  if (from === undefined || to === undefined || from <= to) return next
  const day = name === 'from' ? from : to
  return { ...next, from: day, to: day }
}
