import { CredentialId, type AccountId } from '@hongyan/contract/ids'
import { type AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { sealedPassword, sealedSecret } from '../../../kit/sealed-fields.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { newKey, newSecret, newSmppPassword, newSystemId } from './generate.ts'
import { insertRow } from './store.ts'

export interface IssueDeps {
  readonly clock: Clock
  readonly secrets: SecretBox
}

/** A new credential in the clear, the only time that an SMPP password is readable. */
export interface Issued {
  readonly id: CredentialId
  readonly key: string
  readonly secret: string
  readonly mode: AuthMode
  readonly type: CredentialType
  readonly scene: MessageScene
  readonly smpp: { readonly systemId: string; readonly password: string } | null
}

/** Makes a credential of any type; the caller checks the account's right to it. */
export async function issueCredential(
  tx: Transaction<Schema>,
  { clock, secrets }: IssueDeps,
  account: AccountId,
  { mode, type, scene }: Pick<Issued, 'mode' | 'type' | 'scene'>,
): Promise<Issued> {
  const now = clock.now()
  const id = CredentialId.parse(uuidv7(now))
  const smpp = type === CredentialType.Smpp ? { systemId: newSystemId(), password: newSmppPassword() } : null
  const issued: Issued = { id, key: newKey(), secret: newSecret(), mode, type, scene, smpp }
  await insertRow(tx, {
    account_id: account,
    id,
    key: issued.key,
    sealed_secret: secrets.seal(issued.secret, sealedSecret(id)),
    mode,
    type,
    scene,
    system_id: smpp?.systemId ?? null,
    sealed_password: smpp && secrets.seal(smpp.password, sealedPassword(id)),
    created_at: now,
  })
  return issued
}
