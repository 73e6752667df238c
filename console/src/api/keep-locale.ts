import type { Locale } from '@hongyan/contract/vocabulary/account'
import { unkeptCookie } from '../i18n/locale.ts'
import { currentLocale } from '../i18n/text.ts'
import { api } from './api.ts'
import { accountQuery } from './account.ts'
import { queryClient } from './query-client.ts'

/** Stores the language on the account: everything that is sent to the owner follows it. */
export async function keepLocale(locale: Locale): Promise<void> {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(accountQuery.queryKey) ?? {}
  queryClient.setQueryData(accountQuery.queryKey, await api.profile.setLocale({ body: { locale } }), { updatedAt })
  document.cookie = unkeptCookie(false)
}

/** Keeps the choice of a page that may have no account, such as that of signing in. */
export async function keepChoice(): Promise<void> {
  const account = await queryClient.ensureQueryData(accountQuery)
  if (account.locale === currentLocale()) document.cookie = unkeptCookie(false)
  else await keepLocale(currentLocale())
}
