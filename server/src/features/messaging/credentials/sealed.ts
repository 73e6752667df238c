import { sealedColumn } from '../../../db/sealed-column.ts'
import { sealedPassword, sealedSecret } from '../../../kit/sealed-fields.ts'

export const sealedCredentialColumns = [
  sealedColumn({ table: 'credential', column: 'sealed_secret', of: ['id'], context: ([id = '']) => sealedSecret(id) }),
  sealedColumn({
    table: 'credential',
    column: 'sealed_password',
    of: ['id'],
    context: ([id = '']) => sealedPassword(id),
  }),
]
