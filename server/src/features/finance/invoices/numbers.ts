import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

const DIGITS = 6

const invoiceNumber = (partition: Partition, year: string, nr: bigint): string =>
  `HY-${partition.toUpperCase()}-${year}-${String(nr).padStart(DIGITS, '0')}`

/** Draws the next number of a partition. The counter stays locked until the commit, so there are no gaps. */
export async function drawNumber(tx: Transaction<Schema>, partition: Partition, year: string): Promise<string> {
  const { last } = await tx
    .updateTable('invoice_counter')
    .set((is) => ({ last: is('last', '+', 1n) }))
    .where('partition', '=', partition)
    .returning('last')
    .executeTakeFirstOrThrow()
  return invoiceNumber(partition, year, last)
}
