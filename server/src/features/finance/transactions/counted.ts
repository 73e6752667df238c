import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Logger } from '../../../kit/logger.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Counted } from './days.ts'
import { type Holder, type Range, readHolder } from './holder.ts'
import { catchUp, type RollDeps, startAgain } from './roll-up.ts'

export interface CountedDeps extends RollDeps {
  readonly log: Logger
}

export interface TransactionDeps extends CountedDeps {
  readonly db: Kysely<Schema>
}

/** Whose money, of which days, at which moment. */
export interface Question {
  readonly account: AccountId
  readonly range: Range
  readonly now: Date
}

/**
 * Reads what rests on counted days, all of it as it stood at one moment, and holds it against the balance of the same
 * moment: what is shown is right to the last decimal or not shown. A count that has gone wrong is made again from the
 * entries.
 */
export async function readCounted<T extends Counted>(
  deps: TransactionDeps,
  question: Question,
  read: (tx: Transaction<Schema>, holder: Holder) => Promise<T>,
): Promise<T & { readonly holder: Holder }> {
  const { account } = question
  const first = await readOnce(deps, question, read)
  if (first.booked === first.funds) return first
  deps.log.error({ account }, 'counted days do not sum to the balance; they are counted again')
  await startAgain(deps, account)
  const again = await readOnce(deps, question, read)
  if (again.booked !== again.funds) throw new Error(`the entries of account ${account} do not sum to its balance`)
  return again
}

async function readOnce<T extends Counted>(
  deps: TransactionDeps,
  { account, range, now }: Question,
  read: (tx: Transaction<Schema>, holder: Holder) => Promise<T>,
): Promise<T & { readonly holder: Holder }> {
  // Whoever has more to count than one waits for comes again, and finds that much less to do.
  if (!(await catchUp(deps, account))) throw new Refusal('unavailable', { retryAfter: 1 })
  return atOneMoment(deps, async (tx) => {
    const holder = await readHolder(tx, account, now, range)
    return { ...(await read(tx, holder)), holder }
  })
}

/** What is read in here has all been committed before the first of it is read, and nothing after. */
export const atOneMoment = <T>(
  { db }: Pick<TransactionDeps, 'db'>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> => db.transaction().setIsolationLevel('repeatable read').execute(work)
