import type { AccountId } from '@hongyan/contract/ids'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { statement, type Tx } from '../../../db/tx.ts'

const CURRENCY = statement('broadcast.currency', 'select currency from account where id = $1')

export async function readCurrency(tx: Tx, account: AccountId): Promise<Currency> {
  const [row] = await tx.run<{ currency: Currency }>(CURRENCY, [account])
  if (row === undefined) throw new Error(`the account ${account} is gone`)
  return row.currency
}
