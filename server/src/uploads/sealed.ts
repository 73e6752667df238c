import { sealedColumn } from '../db/sealed-column.ts'

/** The context under which the secret box seals a file's key. A key that is moved to another row does not open. */
export const keyContext = (id: string): string => `upload ${id} key`

export const sealedUploadColumn = sealedColumn({
  table: 'upload',
  column: 'sealed_key',
  of: ['id'],
  context: ([id = '']) => keyContext(id),
})
