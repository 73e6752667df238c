import type { SavedMapping, UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId } from '@hongyan/contract/ids'
import { providers as known } from '@hongyan/contract/upstreams/providers'
import { txOf } from '../../../../db/tx.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { RemoteState } from '../../../../providers/upstreams/managed.ts'
import type { UpstreamDeps } from '../deps.ts'
import { openSecrets } from '../sealed.ts'
import { changing, findRow, type UpstreamRow } from '../store.ts'
import { areVariables, findLocal, type Local } from './local.ts'
import { deleteMapping, findMapping, insertMapping, type MappingKey, type MappingRow, updateMapping } from './store.ts'

const present = (row: MappingRow, local: Local | null): UpstreamMapping => ({
  upstream: row.upstream_id,
  kind: row.kind,
  local: row.local,
  name: local?.name ?? null,
  remote: row.remote,
  variables: row.variables,
  template_variables: [...(local?.variables ?? [])],
  state: row.state,
  updated_at: row.updated_at.toISOString(),
})

/** Asks the provider for its signature or template. While it cannot be asked, the mapping is pending. */
export async function remoteState(
  { secrets, providers }: Pick<UpstreamDeps, 'secrets' | 'providers'>,
  row: UpstreamRow,
  { kind, remote }: Pick<MappingRow, 'kind' | 'remote'>,
): Promise<RemoteState> {
  const { account_id: account, id, provider, settings, behaviour, tps } = row
  const opened = openSecrets(secrets, id, row.sealed_secrets)
  const channel = { account, id, provider, settings, behaviour, tps, secrets: opened }
  try {
    return await providers.mappingState(channel, kind, remote)
  } catch {
    return 'pending'
  }
}

/** Checks a mapping against its channel and its record, and asks the provider for its state. */
async function checked(
  deps: UpstreamDeps,
  account: AccountId,
  { upstream, kind, local, remote, variables }: SavedMapping,
) {
  const row = await findRow(deps.db, { account, id: upstream })
  if (!known[row.provider].needsMapping) throw new Refusal('invalid_request', { field: 'upstream' })
  const found = await findLocal(txOf(deps.db), account, kind, local)
  if (found === null) throw new Refusal('invalid_request', { field: 'local' })
  if (!areVariables(found, variables)) throw new Refusal('mapping_variables', { field: 'variables' })
  return { found, state: await remoteState(deps, row, { kind, remote }) }
}

const keyOf = (account: AccountId, { upstream, kind, local }: Omit<MappingKey, 'account'>): MappingKey => ({
  account,
  upstream,
  kind,
  local,
})

/** Maps a signature or template at a channel. */
export async function createMapping(
  deps: UpstreamDeps,
  account: AccountId,
  body: SavedMapping,
): Promise<UpstreamMapping> {
  const { found, state } = await checked(deps, account, body)
  const key = keyOf(account, body)
  const { upstream, ...saved } = body
  const row = { account_id: account, upstream_id: upstream, ...saved, state, updated_at: deps.clock.now() }
  if (!(await changing(deps.db, account, (tx) => insertMapping(tx, row)))) {
    const current = await findMapping(deps.db, key)
    throw new Refusal('state_conflict', {
      field: 'local',
      ...(current && { details: { current: present(current, found) } }),
    })
  }
  return present(row, found)
}

/** Changes the provider's id or the order of the variables. */
export async function changeMapping(
  deps: UpstreamDeps,
  account: AccountId,
  body: SavedMapping,
): Promise<UpstreamMapping> {
  const { found, state } = await checked(deps, account, body)
  const { upstream, kind, local, remote, variables } = body
  const change = { remote, variables, state, updated_at: deps.clock.now() }
  if (!(await changing(deps.db, account, (tx) => updateMapping(tx, keyOf(account, body), change)))) {
    throw new Refusal('not_found')
  }
  return present({ account_id: account, upstream_id: upstream, kind, local, ...change }, found)
}

/** Removes a mapping. Messages that need it go over other channels of their rule. */
export async function removeMapping(
  { db }: UpstreamDeps,
  account: AccountId,
  key: Omit<MappingKey, 'account'>,
): Promise<void> {
  if (!(await changing(db, account, (tx) => deleteMapping(tx, keyOf(account, key))))) throw new Refusal('not_found')
}
