import type { Account } from '@hongyan/contract/endpoints/account/account'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { firstApi } from './first-api.ts'

/** The signed-in account. The cached one is used until a caller reloads it (ruling 19). */
export const accountQuery = queryOptions({
  queryKey: [firstApi.account.get.address],
  queryFn: ({ signal }) => firstApi.account.get({}, signal),
  staleTime: Infinity,
  retryOnMount: false,
  // Sent even while the browser reports no network. The report may be wrong, and the page handles it if not.
  networkMode: 'always',
})

/** For components inside the shell, which draws no page before the account is loaded. */
export const useAccount = (): Account => useSuspenseQuery(accountQuery).data

/** The name to address the user by: the first known one (specification section 2, "Home dashboard"). */
export const accountName = (
  account: Pick<Account, 'fullname' | 'nickname' | 'realname_info' | 'username' | 'suid'>,
): string =>
  [account.fullname, account.nickname, account.realname_info.name, account.username].find((name) => name !== '') ??
  account.suid
