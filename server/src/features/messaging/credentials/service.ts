import type { ChangedCredential, Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { type AccountId, CredentialId } from '@hongyan/contract/ids'
import { CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { type IssueDeps, type Issued, issueCredential } from './issue.ts'
import { presentCredential } from './present.ts'
import * as store from './store.ts'
import { notifyCredentialChange } from './notice.ts'

export interface CredentialDeps extends IssueDeps {
  readonly db: Kysely<Schema>
}

interface Page {
  readonly rows: Credential[]
  readonly total: number
}

/** Every credential that exists is enabled, so the filter by status excludes none. */
export async function listCredentials(
  { db, clock, secrets }: CredentialDeps,
  account: AccountId,
  paging: store.Paging,
): Promise<Page> {
  const rows = await store.listRows(db, account, paging, clock.now())
  return { rows: rows.map((row) => presentCredential(row, secrets)), total: await store.countRows(db, account) }
}

/** Makes an API credential, or an SMPP one where the account has SMPP. A repeated call returns the one that its key names. */
export async function createCredential(
  deps: CredentialDeps,
  account: AccountId,
  fields: Pick<Issued, 'mode' | 'type' | 'scene'>,
  key: CallKey,
): Promise<Credential> {
  if (key.earlier !== null) return readCredential(deps, { account, id: CredentialId.parse(key.earlier) })
  if (fields.type === CredentialType.Smpp && !(await store.readSmpp(deps.db, account)))
    throw new Refusal('restricted_params', { field: 'type' })
  const { id } = await deps.db.transaction().execute(async (tx) => {
    const issued = await issueCredential(tx, deps, account, fields)
    await key.name(txOf(tx), issued.id)
    await notifyCredentialChange(tx, account, 'created', issued, deps.clock.now())
    return issued
  })
  return readCredential(deps, { account, id })
}

/** Changes the mode and the default scene. The body repeats id and key, so that only the credential that was shown can change. */
export async function changeCredential(
  deps: CredentialDeps,
  credential: store.CredentialKey,
  shown: ChangedCredential,
): Promise<Credential> {
  if (shown.id !== credential.id) throw new Refusal('invalid_request', { field: 'id' })
  const { key } = await readCredential(deps, credential)
  if (shown.key !== key) throw new Refusal('invalid_request', { field: 'key' })
  await deps.db.transaction().execute(async (tx) => {
    if (shown.scene !== undefined) await store.updateRow(tx, credential, { scene: shown.scene })
    if (await store.updateRow(tx, credential, { mode: shown.mode }))
      await notifyCredentialChange(tx, credential.account, 'mode', shown, deps.clock.now())
  })
  return readCredential(deps, credential)
}

/** Removes a credential; its access ends at once. */
export async function removeCredential({ db, clock }: CredentialDeps, credential: store.CredentialKey): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const removed = await store.deleteRow(tx, credential)
    if (removed === null) throw new Refusal('not_found')
    await notifyCredentialChange(tx, credential.account, 'removed', removed, clock.now())
  })
}

async function readCredential(
  { db, clock, secrets }: CredentialDeps,
  credential: store.CredentialKey,
): Promise<Credential> {
  const row = await store.findRow(db, credential, clock.now())
  if (!row) throw new Refusal('not_found')
  return presentCredential(row, secrets)
}
