import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import { list as limits } from '@hongyan/contract/limits/screens'
import type { Sort } from '@hongyan/contract/vocabulary/sorting'
import { api } from '../../../../api/api.ts'
import { locate } from '../../../../api/call.ts'
import { type List, useList } from '../../../../api/use-list.ts'
import { actionPrefix } from './actions.ts'
import type { AuditFilter } from './filter.ts'

const { list, file } = addresses.audit

const listQuery = ({ action, ...others }: AuditFilter) => ({
  ...others,
  ...(action !== undefined && { action: actionPrefix(action) }),
})

export const useAudit = (filter: AuditFilter, sort: Sort<'at'>): List<AuditEntry> =>
  useList({
    key: [list, filter, sort],
    offset: 0,
    page: (offset, signal) =>
      api.audit.list.counted({ query: { ...listQuery(filter), sort, limit: limits.limit, offset } }, signal),
  })

/** The address of the CSV file of the filtered list. */
export const fileOf = (filter: AuditFilter): string => locate(file, { query: listQuery(filter) })[1]
