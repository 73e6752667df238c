import type { Account } from '@hongyan/contract/endpoints/account/account'
import { accountQuery } from '../../../api/account.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'

/** What a change was answered with is shown at once; the account reloads all the same (specification section 4). */
export function accountChanged(account: Account): void {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(accountQuery.queryKey) ?? {}
  queryClient.setQueryData(accountQuery.queryKey, account, { updatedAt })
  void reloadAccount(queryClient)
}
