import type { Locale } from '@hongyan/contract/vocabulary/account'
import { api } from './api.ts'
import { accountQuery } from './account.ts'
import { queryClient } from './query-client.ts'

/** Stores the language on the account: everything that is sent to the owner follows it. */
export async function keepLocale(locale: Locale): Promise<void> {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(accountQuery.queryKey) ?? {}
  queryClient.setQueryData(accountQuery.queryKey, await api.profile.setLocale({ body: { locale } }), { updatedAt })
}
