import type { Account } from '@hongyan/contract/endpoints/account/account'
import { accountQuery } from '../../../api/account.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'

/** Shows the account as the call returned it, and reloads it as well (specification section 4). */
export function accountChanged(account: Account): void {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(accountQuery.queryKey) ?? {}
  queryClient.setQueryData(accountQuery.queryKey, account, { updatedAt })
  void reloadAccount(queryClient)
}
