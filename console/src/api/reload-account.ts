import { session } from '@hongyan/contract/limits/session'
import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from './account.ts'

/** The delay of a forced reload: zero once more than 5 seconds have passed since the last sync. */
export const forcedReloadIn = (sinceSync: number): number =>
  sinceSync > session.forcedReloadAfter ? 0 : session.forcedReloadAfter - sinceSync + 1

let waiting: Promise<void> | undefined

async function due(client: QueryClient): Promise<void> {
  const { dataUpdatedAt = 0 } = client.getQueryState(accountQuery.queryKey) ?? {}
  const wait = forcedReloadIn(Date.now() - dataUpdatedAt)
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
}

async function reload(client: QueryClient): Promise<void> {
  await due(client)
  waiting = undefined
  await client.refetchQueries(accountQuery)
}

/** Reloads the account, unless it was loaded in the last 5 seconds or is being loaded (specification section 4). */
export async function reloadIfDue(client: QueryClient): Promise<void> {
  const state = client.getQueryState(accountQuery.queryKey)
  if (state?.data === undefined || state.fetchStatus !== 'idle') return
  if (forcedReloadIn(Date.now() - state.dataUpdatedAt) === 0) await client.refetchQueries(accountQuery)
}

/** Reloads the account. A reload too soon after the last one is delayed (specification section 4, ruling 4). */
export function reloadAccount(client: QueryClient): Promise<void> {
  waiting ??= reload(client)
  return waiting
}
