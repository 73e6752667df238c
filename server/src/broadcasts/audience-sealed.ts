import { createHmac } from 'node:crypto'
import type { AudienceId } from '@hongyan/contract/ids'
import { sealedColumn } from '../db/sealed-column.ts'
import { newFileKey } from '../kit/sealed-file.ts'
import type { SecretBox } from '../kit/secret-box.ts'

/** The context under which the secret box seals a list's key. A key that is moved to another row does not open. */
const keyContext = (id: string): string => `audience ${id} key`

export const sealedAudienceColumn = sealedColumn({
  table: 'audience',
  column: 'sealed_key',
  of: ['id'],
  context: ([id = '']) => keyContext(id),
})

/** A new key for a list, sealed. */
export const sealedKeyOf = (secrets: Pick<SecretBox, 'seal'>, id: AudienceId): string =>
  secrets.seal(newFileKey().toString('base64'), keyContext(id))

/** The key of a stored file of a list. The names of objects are random, so that no two files have the same key. */
export const fileKey = (
  secrets: Pick<SecretBox, 'open'>,
  { id, sealed_key: sealed }: { readonly id: AudienceId; readonly sealed_key: string },
  storageKey: string,
): Buffer =>
  createHmac('sha256', Buffer.from(secrets.open(sealed, keyContext(id)), 'base64'))
    .update(storageKey)
    .digest()
