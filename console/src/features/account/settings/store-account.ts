import type { Account } from '@hongyan/contract/endpoints/account/account'
import { accountQuery } from '../../../api/account.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'

/** Stores the account that a call returned, and reloads it as well (specification section 4). */
export function storeAccount(account: Account): void {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(accountQuery.queryKey) ?? {}
  queryClient.setQueryData(accountQuery.queryKey, account, { updatedAt })
  void reloadAccount(queryClient)
}
