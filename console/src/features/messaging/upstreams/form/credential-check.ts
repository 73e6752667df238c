import type { CredentialCheck, Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { ManagedProvider } from '@hongyan/contract/vocabulary/upstream'
import { api } from '../../../../api/api.ts'
import { isOwn } from '../labels.ts'
import type { ChannelDraft } from './draft.ts'

/** The provider's refusal of one field of the credentials, which the form shows at its input. */
export class FieldRefused extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Presents the credentials to the provider. Secrets that are left out are those of the stored channel. */
export const checkCredentials = async (
  stored: Upstream | null,
  provider: ManagedProvider,
  credentials: ChannelDraft['credentials'],
): Promise<CredentialCheck> =>
  api.upstreams.check({ body: { ...(stored && isOwn(stored) && { id: stored.id }), provider, credentials } })

/** True where a value differs from the stored one, or a secret was typed. */
export const areChanged = (stored: Upstream | null, credentials: ChannelDraft['credentials']): boolean =>
  stored === null ||
  stored.credentials.some(({ name, secret, value }) =>
    secret ? credentials[name] !== undefined : (credentials[name] ?? '') !== value,
  ) ||
  Object.keys(credentials).some((name) => !stored.credentials.some((each) => each.name === name))
