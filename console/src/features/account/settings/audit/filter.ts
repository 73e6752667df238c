import { type AuditActor, auditActors, type AuditOutcome, auditOutcomes } from '@hongyan/contract/vocabulary/audit'
import { type Sort, sortColumns, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { oneOf, rangeReaders, readAddress, type Readers, without } from '../../../../ui/list/address.ts'
import { daysOf, type Range, type RangeSearch } from '../../../../ui/list/range.ts'
import { type ActionNoun, nouns } from './actions.ts'

/** The filter of the list's call. Days are in the account's time zone, both included. */
export interface AuditFilter extends Range {
  actor?: AuditActor
  outcome?: AuditOutcome
  action?: ActionNoun
}

type AuditSort = Sort<(typeof sortColumns.audit)[number]>

/** The newest first. */
export const initialSort: AuditSort = '-at'

/** The filter and the order as the address holds them, which may name its days by a period. */
export interface AuditSearch extends AuditFilter, RangeSearch {
  sort?: AuditSort
}

const readers: Readers<AuditSearch> = {
  ...rangeReaders,
  actor: oneOf(auditActors),
  outcome: oneOf(auditOutcomes),
  action: oneOf(nouns),
  sort: oneOf(sortsBy(sortColumns.audit)),
}

export const readSearch = (search: object): AuditSearch => readAddress<AuditSearch>(readers, search)

/** The filter of the call on a day in the account's time zone. */
export const filterOf = (search: AuditSearch, today: string): AuditFilter => ({
  ...without(search, 'period', 'from', 'to', 'sort'),
  ...daysOf(search, today),
})
