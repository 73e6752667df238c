import type { Account } from '@hongyan/contract/endpoints/account/account'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { firstApi } from './first-api.ts'

/** The signed-in account. What is stored is reused until something asks for it anew (ruling 19). */
export const accountQuery = queryOptions({
  queryKey: [firstApi.account.get.address],
  queryFn: ({ signal }) => firstApi.account.get({}, signal),
  staleTime: Infinity,
  retryOnMount: false,
  // Asked for even where the browser says there is no network: it may be wrong, and the page says so when it is not.
  networkMode: 'always',
})

/** For everything inside the shell, which does not draw its page before the account is there. */
export const useAccount = (): Account => useSuspenseQuery(accountQuery).data

/** The name to call somebody by: the first that there is (specification section 2, "Home dashboard"). */
export const accountName = (
  account: Pick<Account, 'fullname' | 'nickname' | 'realname_info' | 'username' | 'suid'>,
): string =>
  [account.fullname, account.nickname, account.realname_info.name, account.username].find((name) => name !== '') ??
  account.suid
