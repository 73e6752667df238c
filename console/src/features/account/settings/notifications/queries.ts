import type { NoticePreferences } from '@hongyan/contract/endpoints/account/notices'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'

/** Loads each time the tab opens: the account's contacts may have changed elsewhere. */
export const preferencesQuery = queryOptions({
  queryKey: [api.noticePreferences.get.address],
  queryFn: ({ signal }) => api.noticePreferences.get({}, signal),
})

export const storePreferences = (preferences: NoticePreferences): void =>
  void queryClient.setQueryData(preferencesQuery.queryKey, preferences)
