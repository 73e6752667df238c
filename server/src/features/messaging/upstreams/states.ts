import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { type UpstreamId, wireId } from '@hongyan/contract/ids'
import type { UpstreamState } from '@hongyan/contract/vocabulary/upstream'
import { Refusal } from '../../../kit/refusal.ts'
import { conflict } from './change.ts'
import { refusalOf } from './credentials.ts'
import type { Caller, UpstreamDeps } from './deps.ts'
import { readRules, rulesNaming } from './named-by.ts'
import { presented } from './presented.ts'
import { readUpstream } from './read.ts'
import { openSecrets } from './sealed.ts'
import { changing, deleteRow, findRow, isAwaited, type UpstreamRow, updateRow } from './store.ts'

/** Pauses an active channel. What waits for it leaves over it, and routing chooses others from now on. */
export async function pauseUpstream(
  deps: UpstreamDeps,
  caller: Caller,
  id: UpstreamId,
  version: number,
): Promise<Upstream> {
  const row = await atVersion(deps, caller, id, version)
  if (row.state !== 'active') throw new Refusal('upstream_state')
  return toState(deps, caller, row, 'paused')
}

/** Activates a channel that was tested or paused. A draft is presented to its provider again, and tested next. */
export async function resumeUpstream(
  deps: UpstreamDeps,
  caller: Caller,
  id: UpstreamId,
  version: number,
): Promise<Upstream> {
  const row = await atVersion(deps, caller, id, version)
  if (row.state === 'draft') return presentAgain(deps, caller, row)
  if (row.state === 'auth_failed') throw new Refusal('upstream_auth_failed')
  if (row.state === 'active') throw new Refusal('upstream_state')
  return toState(deps, caller, row, 'active')
}

async function atVersion(deps: UpstreamDeps, caller: Caller, id: UpstreamId, version: number): Promise<UpstreamRow> {
  const row = await findRow(deps.db, { account: caller.account, id })
  if (row.version !== version) throw await conflict(deps, caller, id)
  return row
}

async function toState(
  deps: UpstreamDeps,
  caller: Caller,
  { id, version }: UpstreamRow,
  state: UpstreamState,
): Promise<Upstream> {
  const change = { state, rejections: 0, updated_at: deps.clock.now() }
  const isSaved = await changing(deps.db, caller.account, (tx) =>
    updateRow(tx, { account: caller.account, id }, version, change),
  )
  if (!isSaved) throw await conflict(deps, caller, id)
  return readUpstream(deps, caller, id)
}

async function presentAgain(deps: UpstreamDeps, caller: Caller, row: UpstreamRow): Promise<Upstream> {
  const { id, provider, settings } = row
  const secrets = openSecrets(deps.secrets, id, row.sealed_secrets)
  const { result } = await presented(deps, caller.account, provider, { settings, secrets })
  if (result === 'accepted') return toState(deps, caller, row, 'testing')
  if (result === 'rejected') await toState(deps, caller, row, 'auth_failed')
  throw new Refusal(refusalOf[result])
}

/** Deletes a channel that no rule names and that no message waits for. */
export async function removeUpstream({ db }: UpstreamDeps, { account }: Caller, id: UpstreamId): Promise<void> {
  await changing(db, account, async (tx) => {
    await findRow(tx, { account, id })
    const rules = rulesNaming(await readRules(tx, account), id)
    if (rules.length > 0) throw new Refusal('upstream_in_use', { details: { rules } })
    if (await isAwaited(tx, account, wireId(id))) throw new Refusal('upstream_busy')
    await deleteRow(tx, { account, id })
  })
}
