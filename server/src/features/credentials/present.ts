import type { Credential } from '@hongyan/contract/endpoints/credentials'
import { sealedSecret } from '../../kit/sealed-fields.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { CredentialRow } from './store.ts'

export function presentCredential(row: CredentialRow, secrets: SecretBox): Credential {
  return {
    id: row.id,
    key: row.key,
    secret: secrets.open(row.sealed_secret, sealedSecret(row.id)),
    mode: row.mode,
    type: row.type,
    created_at: row.created_at.toISOString(),
    use: {
      last_at: row.last_used_at?.toISOString() ?? null,
      last_address: row.last_used_from,
      simple_requests: Number(row.simple_requests),
      simple_addresses: row.simple_addresses,
    },
  }
}
