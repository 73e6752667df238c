import type { AccountId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { ManagedProvider } from '@hongyan/contract/vocabulary/upstream'
import type { CredentialCheck, Credentials } from '../../../providers/upstreams/managed.ts'
import type { UpstreamDeps } from './deps.ts'
import { countUse, readOwner } from './owner.ts'

/** Presents credentials to their provider, a bounded number of times a day: they may be another person's, and guessed. */
export async function presented(
  deps: UpstreamDeps,
  account: AccountId,
  provider: ManagedProvider,
  credentials: Credentials,
): Promise<CredentialCheck> {
  const owner = await readOwner(deps.db, account, deps.clock.now())
  await countUse(deps, owner, { key: 'upstreams.checks', perDay: limits.checksPerDay })
  return deps.providers.check(provider, credentials)
}
