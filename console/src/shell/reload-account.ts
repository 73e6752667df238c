import { session } from '@hongyan/contract/limits/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery } from '../api/account.ts'

/** True for a tab that was hidden for more than 2 minutes and has not reloaded the account within 15 seconds. */
export const reloadDue = (hiddenFor: number, sinceReload: number): boolean =>
  hiddenFor > session.reloadAfterHidden && sinceReload >= session.reloadDebounce

/** Reloads the account when the user returns to the tab (specification section 4, "User reload"; ruling 19). */
export function useReloadAccount(): void {
  const client = useQueryClient()
  useEffect(() => {
    let hiddenAt = Date.now()
    let reloadedAt = -Infinity
    const onChange = () => {
      const now = Date.now()
      if (document.visibilityState === 'hidden') {
        hiddenAt = now
      } else if (reloadDue(now - hiddenAt, now - reloadedAt)) {
        reloadedAt = now
        void client.refetchQueries(accountQuery)
      }
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [client])
}
