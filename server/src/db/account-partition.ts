import type { AccountId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { statement, type Tx } from './tx.ts'

const PARTITION = statement('account.partition', 'select partition from account where id = $1')

/** The side of the product that an account belongs to: international or mainland. */
export async function partitionOf(tx: Tx, account: AccountId): Promise<Partition> {
  const [row] = await tx.run<{ readonly partition: Partition }>(PARTITION, [account])
  if (row === undefined) throw new Error(`account ${account} does not exist`)
  return row.partition
}
