import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { list as limits } from '@hongyan/contract/limits/screens'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { countFilters } from '../../../ui/list/address.ts'
import { listSearch, type RecipientFilter, type RecipientSearch, type RecipientSort } from './search.ts'

const { list } = addresses.recipients

export const useRecipients = (filter: RecipientFilter, sort: RecipientSort): List<ListedRecipient> =>
  useList({
    key: [list, filter, sort],
    offset: 0,
    page: (offset, signal) =>
      api.recipients.list.counted({ query: { ...filter, sort, limit: limits.limit, offset } }, signal),
  })

/** True for an account that has no entries at all. */
export const isUnused = (list: List<ListedRecipient>, search: RecipientSearch): boolean =>
  !list.waiting && !list.error && list.rows.length === 0 && countFilters(listSearch(search)) === 0

export const reloadRecipients = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [list] })
