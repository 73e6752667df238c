import type { AccountId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../../../db/tx.ts'

const FIND = statement(
  'charge_receipt.find',
  `select number, issued_at, name from charge_receipt where account_id = $1 and entry = $2`,
)
const LOCK = statement(
  'charge_receipt_counter.lock',
  `select from charge_receipt_counter where partition = $1 for update`,
)
const DRAW = statement(
  'charge_receipt_counter.draw',
  `update charge_receipt_counter set last = last + 1 where partition = $1 returning last as number`,
)
const WRITE = statement(
  'charge_receipt.write',
  `insert into charge_receipt (account_id, entry, partition, number, issued_at, name) values ($1, $2, $3, $4, $5, $6)`,
)

export interface Receipt {
  readonly number: bigint
  readonly issued_at: Date
  readonly name: string
}

/** The fields of a receipt besides its charge. */
export interface Issue {
  readonly account: AccountId
  readonly entry: string
  readonly partition: Partition
  readonly name: string
}

/**
 * Returns the receipt of a charge; issues it at the first request. Issuing locks the partition's counter until number
 * and receipt are committed together, so numbers have no gaps and rise with their dates.
 */
export async function issueReceipt(pool: Pool, issue: Issue, now: Date): Promise<Receipt> {
  const issued = await find(alone(pool), issue)
  if (issued !== undefined) return issued
  return inTransaction(pool, async (tx) => {
    await tx.run(LOCK, [issue.partition])
    return (await find(tx, issue)) ?? write(tx, issue, now)
  })
}

const find = async (db: Tx, { account, entry }: Issue): Promise<Receipt | undefined> =>
  (await db.run<Receipt>(FIND, [account, entry]))[0]

async function write(tx: Tx, { account, entry, partition, name }: Issue, now: Date): Promise<Receipt> {
  const [drawn] = await tx.run<{ number: bigint }>(DRAW, [partition])
  if (drawn === undefined) throw new Error(`partition ${partition} has no counter of receipts`)
  await tx.run(WRITE, [account, entry, partition, drawn.number, now, name])
  return { number: drawn.number, issued_at: now, name }
}
