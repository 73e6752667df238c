import { randomBytes } from 'node:crypto'
import type { ChangedUpstream, NewUpstream, Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { UpstreamId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { micros } from '@hongyan/contract/money'
import type { CredentialResult, UpstreamBehaviour, UpstreamState } from '@hongyan/contract/vocabulary/upstream'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { areEqual, mergedCredentials, tailsOf } from './credentials.ts'
import type { Caller, UpstreamDeps } from './deps.ts'
import { presented } from './presented.ts'
import { readUpstream } from './read.ts'
import { openSecrets, sealSecrets } from './sealed.ts'
import { changing, countRows, findRow, insertRow, updateRow } from './store.ts'

const TOKEN_BYTES = 24

/** The state of a new channel, by the provider's answer to its credentials. */
const firstState: Readonly<Record<CredentialResult, UpstreamState>> = {
  accepted: 'testing',
  rejected: 'auth_failed',
  unreachable: 'draft',
  no_adapter: 'draft',
}

/** The state of a channel after other credentials were presented. */
function stateAfter(state: UpstreamState, result: CredentialResult): UpstreamState {
  if (result === 'rejected') return 'auth_failed'
  return result === 'accepted' && (state === 'auth_failed' || state === 'draft') ? 'testing' : state
}

/** Refuses a behaviour where no sandbox plays it. */
function behaviourOf({ sandbox }: UpstreamDeps, behaviour: UpstreamBehaviour | undefined): UpstreamBehaviour {
  if (behaviour !== undefined && !sandbox) throw new Refusal('invalid_request', { field: 'behaviour' })
  return behaviour ?? 'normal'
}

const settingsOf = ({ name, regions, tps, daily_cap: cap }: Omit<NewUpstream, 'provider' | 'credentials'>) => ({
  name,
  regions: [...new Set(regions)],
  tps,
  daily_cap_micros: cap === null ? null : micros(cap),
})

/** Adds a channel. A repeated call returns the one that its key names. */
export async function createUpstream(
  deps: UpstreamDeps,
  caller: Caller,
  body: NewUpstream,
  key: CallKey,
): Promise<Upstream> {
  if (key.earlier !== null) return readUpstream(deps, caller, UpstreamId.parse(key.earlier))
  const { db, clock, secrets } = deps
  const { account } = caller
  const { provider } = body
  const behaviour = behaviourOf(deps, body.behaviour)
  const credentials = mergedCredentials(provider, body.credentials, null)
  const { result } = await presented(deps, account, provider, credentials)
  const now = clock.now()
  const id = UpstreamId.parse(uuidv7(now))
  await changing(db, account, async (tx) => {
    if ((await countRows(tx, account)) >= limits.channels) throw new Refusal('too_many_upstreams')
    await insertRow(tx, {
      account_id: account,
      id,
      provider,
      ...settingsOf(body),
      state: firstState[result],
      settings: JSON.stringify(credentials.settings),
      sealed_secrets: sealSecrets(secrets, id, credentials.secrets),
      secret_tails: JSON.stringify(tailsOf(credentials.secrets)),
      receipt_token: randomBytes(TOKEN_BYTES).toString('base64url'),
      behaviour,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    await key.name(txOf(tx), id)
  })
  return readUpstream(deps, caller, id)
}

/** Changes a channel. Credentials that differ from the stored ones are presented to the provider again. */
export async function updateUpstream(
  deps: UpstreamDeps,
  caller: Caller,
  id: UpstreamId,
  body: ChangedUpstream,
): Promise<Upstream> {
  const { db, clock, secrets } = deps
  const key = { account: caller.account, id }
  const row = await findRow(db, key)
  const { provider } = row
  if (body.provider !== provider) throw new Refusal('invalid_request', { field: 'provider' })
  const behaviour = body.behaviour === undefined ? row.behaviour : behaviourOf(deps, body.behaviour)
  if (row.version !== body.version) throw await conflict(deps, caller, id)
  const stored = { settings: row.settings, secrets: openSecrets(secrets, id, row.sealed_secrets) }
  const credentials = mergedCredentials(provider, body.credentials, stored.secrets)
  const keepsSecrets = areEqual(credentials.secrets, stored.secrets)
  const isKept = keepsSecrets && areEqual(credentials.settings, stored.settings)
  const result = isKept ? null : (await presented(deps, caller.account, provider, credentials)).result
  const isSaved = await changing(db, caller.account, (tx) =>
    updateRow(tx, key, body.version, {
      ...settingsOf(body),
      behaviour,
      updated_at: clock.now(),
      ...(result !== null && {
        state: stateAfter(row.state, result),
        settings: JSON.stringify(credentials.settings),
        ...(!keepsSecrets && {
          sealed_secrets: sealSecrets(secrets, id, credentials.secrets),
          secret_tails: JSON.stringify(tailsOf(credentials.secrets)),
        }),
        rejections: 0,
        ...(result === 'accepted' && { last_error: null, last_error_at: null }),
      }),
    }),
  )
  if (!isSaved) throw await conflict(deps, caller, id)
  return readUpstream(deps, caller, id)
}

/** The refusal of a stale version, with the current record. */
export const conflict = async (deps: UpstreamDeps, caller: Caller, id: UpstreamId): Promise<Refusal> =>
  new Refusal('state_conflict', { field: 'version', details: { current: await readUpstream(deps, caller, id) } })
