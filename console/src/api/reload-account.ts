import { session } from '@hongyan/contract/limits'
import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from './account.ts'

/** How long a forced reload has to wait: not at all once more than 5 seconds have passed since the last sync. */
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

/** Asks for the account anew. What comes too soon after the last time waits for its turn (specification section 4, ruling 4). */
export function reloadAccount(client: QueryClient): Promise<void> {
  waiting ??= reload(client)
  return waiting
}
