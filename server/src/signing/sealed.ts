import { sealedColumn } from '../db/sealed-column.ts'

/** The context under which the secret box seals a signing key. */
export const signingKeyContext = (id: string): string => `signing key ${id}`

export const sealedSigningKeyColumn = sealedColumn({
  table: 'signing_key',
  column: 'sealed_key',
  of: ['id'],
  context: ([id = '']) => signingKeyContext(id),
})
