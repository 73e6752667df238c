import { sealedColumn } from '../../../db/sealed-column.ts'
import { sealedRecoveryKey } from './recovery.ts'
import { sealedTotp } from './totp.ts'

const of = ['account_id']

export const sealedFactorColumns = [
  sealedColumn({ table: 'totp', column: 'sealed_secret', of, context: ([account = '']) => sealedTotp(account) }),
  sealedColumn({
    table: 'recovery_code',
    column: 'sealed_key',
    of,
    context: ([account = '']) => sealedRecoveryKey(account),
  }),
]
