import { type AuditActor, auditActors, type AuditOutcome, auditOutcomes } from '@hongyan/contract/vocabulary/audit'
import { oneOf, rangeReaders, readAddress, type Readers, without } from '../../../../ui/list/address.ts'
import { daysOf, type Range, type RangeSearch } from '../../../../ui/list/range.ts'
import { type ActionNoun, nouns } from './actions.ts'

/** The filter of the list's call. Days are in the account's time zone, both included. */
export interface AuditFilter extends Range {
  actor?: AuditActor
  outcome?: AuditOutcome
  action?: ActionNoun
}

/** The filter as the address holds it, which may name its days by a period. */
export interface AuditSearch extends AuditFilter, RangeSearch {}

const readers: Readers<AuditSearch> = {
  ...rangeReaders,
  actor: oneOf(auditActors),
  outcome: oneOf(auditOutcomes),
  action: oneOf(nouns),
}

export const readSearch = (search: object): AuditSearch => readAddress<AuditSearch>(readers, search)

/** The filter of the call on a day in the account's time zone. */
export const filterOf = (search: AuditSearch, today: string): AuditFilter => ({
  ...without(search, 'period', 'from', 'to'),
  ...daysOf(search, today),
})

/** The number of filters that are set; a range counts once. */
export const countFilters = ({ period, from, to, ...others }: AuditSearch): number =>
  Object.keys(others).length + ((period ?? from ?? to) ? 1 : 0)
