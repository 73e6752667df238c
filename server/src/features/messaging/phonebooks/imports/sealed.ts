import { sealedColumn } from '../../../../db/sealed-column.ts'
import { newFileKey } from '../../../../kit/sealed-file.ts'
import type { SecretBox } from '../../../../kit/secret-box.ts'

/** The context under which the secret box seals the key of an import's file. */
export const keyContext = (id: string): string => `contact import ${id} key`

export const sealedImportColumn = sealedColumn({
  table: 'contact_import',
  column: 'sealed_key',
  of: ['id'],
  context: ([id = '']) => keyContext(id),
})

/** A new key for the file of an import, sealed. */
export const sealedKeyOf = (secrets: Pick<SecretBox, 'seal'>, id: string): string =>
  secrets.seal(newFileKey().toString('base64'), keyContext(id))
