import type { CredentialCheck, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { errorText } from '@hongyan/contract/errors'
import type { z } from 'zod'
import { Refusal } from '../../../kit/refusal.ts'
import { mergedCredentials, refusalOf } from './credentials.ts'
import type { Caller, UpstreamDeps } from './deps.ts'
import { presented } from './presented.ts'
import { openSecrets } from './sealed.ts'
import { findRow } from './store.ts'

/** Presents credentials to their provider and saves nothing. */
export async function checkCredentials(
  deps: UpstreamDeps,
  { account, locale }: Caller,
  { id, provider, credentials: given }: z.output<typeof upstreams.check.body>,
): Promise<CredentialCheck> {
  const { db, secrets } = deps
  const row = id === undefined ? null : await findRow(db, { account, id })
  if (row !== null && row.provider !== provider) throw new Refusal('invalid_request', { field: 'provider' })
  const stored = row === null ? null : openSecrets(secrets, row.id, row.sealed_secrets)
  const { result, field } = await presented(deps, account, provider, mergedCredentials(provider, given, stored))
  return { result, field, message: result === 'accepted' ? null : errorText(refusalOf[result], locale) }
}
