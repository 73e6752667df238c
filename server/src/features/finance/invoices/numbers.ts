import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

const DIGITS = 6

/** The two series of numbers, each with its counter in a partition's row. */
const series = {
  invoice: { counter: 'last', prefix: 'HY' },
  creditNote: { counter: 'last_credit_note', prefix: 'HYC' },
} as const

/** Draws the next number of a partition. The counters stay locked until the commit, so there are no gaps. */
export async function drawNumber(
  tx: Transaction<Schema>,
  of: keyof typeof series,
  partition: Partition,
  year: string,
): Promise<string> {
  const { counter, prefix } = series[of]
  const { nr } = await tx
    .updateTable('invoice_counter')
    .set((is) => ({ [counter]: is(counter, '+', 1n) }))
    .where('partition', '=', partition)
    .returning(`${counter} as nr`)
    .executeTakeFirstOrThrow()
  return `${prefix}-${partition.toUpperCase()}-${year}-${String(nr).padStart(DIGITS, '0')}`
}
