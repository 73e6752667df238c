import { createHmac } from 'node:crypto'
import { sealedColumn } from '../db/sealed-column.ts'
import { newFileKey } from '../kit/sealed-file.ts'
import type { SecretBox } from '../kit/secret-box.ts'

/** The context under which the secret box seals an export's key. A key that is moved to another row does not open. */
export const keyContext = (id: string): string => `export ${id} key`

export const sealedExportColumn = sealedColumn({
  table: 'export',
  column: 'sealed_key',
  of: ['id'],
  context: ([id = '']) => keyContext(id),
})

/** A new key for an export, sealed. */
export const sealedKeyOf = (secrets: Pick<SecretBox, 'seal'>, id: string): string =>
  secrets.seal(newFileKey().toString('base64'), keyContext(id))

/** The key of a piece. The names of objects are random, so that no two pieces have the same key. */
export const pieceKey = (key: Buffer, storageKey: string): Buffer =>
  createHmac('sha256', key).update(storageKey).digest()
