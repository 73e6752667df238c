import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { sealedPassword, sealedSecret } from '../../../kit/sealed-fields.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { CredentialRow } from './store.ts'

export function presentCredential(row: CredentialRow, secrets: SecretBox): Credential {
  return {
    id: row.id,
    key: row.key,
    secret: secrets.open(row.sealed_secret, sealedSecret(row.id)),
    mode: row.mode,
    type: row.type,
    scene: row.scene,
    smpp: presentBind(row, secrets),
    created_at: row.created_at.toISOString(),
    use: {
      last_at: row.last_used_at?.toISOString() ?? null,
      last_address: row.last_used_from,
      simple_requests: Number(row.simple_requests),
      simple_addresses: row.simple_addresses,
    },
  }
}

function presentBind({ id, system_id, sealed_password }: CredentialRow, secrets: SecretBox): Credential['smpp'] {
  if (system_id === null || sealed_password === null) return null
  return { system_id, password: secrets.open(sealed_password, sealedPassword(id)) }
}
