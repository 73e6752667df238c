import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Logger } from '../../../kit/logger.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CheckedSum } from './days.ts'
import { type Holder, type Range, readHolder } from './holder.ts'
import { catchUp, type RollDeps, startAgain } from './roll-up.ts'

export interface CountedDeps extends RollDeps {
  readonly log: Logger
}

export interface TransactionDeps extends CountedDeps {
  readonly db: Kysely<Schema>
}

/** The account, the days and the moment that are read. */
export interface CountedRead {
  readonly account: AccountId
  readonly range: Range
  readonly now: Date
}

/**
 * Reads amounts that depend on counted days, and compares their sum with the balance of the same moment. If they
 * differ, all days are counted again from the entries; if they still differ, it throws. So every shown figure is exact.
 */
export async function readCounted<T extends CheckedSum>(
  deps: TransactionDeps,
  what: CountedRead,
  read: (tx: Transaction<Schema>, holder: Holder) => Promise<T>,
): Promise<T & { readonly holder: Holder }> {
  const { account } = what
  const first = await readOnce(deps, what, read)
  if (first.booked === first.funds) return first
  deps.log.error({ account }, 'counted days do not sum to the balance; they are counted again')
  await startAgain(deps, account)
  const again = await readOnce(deps, what, read)
  if (again.booked !== again.funds) throw new Error(`the entries of account ${account} do not sum to its balance`)
  return again
}

async function readOnce<T extends CheckedSum>(
  deps: TransactionDeps,
  { account, range, now }: CountedRead,
  read: (tx: Transaction<Schema>, holder: Holder) => Promise<T>,
): Promise<T & { readonly holder: Holder }> {
  // Too many entries for one request. Those it has counted stay counted, so a retry gets further.
  if (!(await catchUp(deps, account))) throw new Refusal('unavailable', { retryAfter: 1 })
  return atOneMoment(deps, async (tx) => {
    const holder = await readHolder(tx, account, now, range)
    return { ...(await read(tx, holder)), holder }
  })
}

/** Reads in one snapshot: exactly what was committed before its first read. */
export const atOneMoment = <T>(
  { db }: Pick<TransactionDeps, 'db'>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> => db.transaction().setIsolationLevel('repeatable read').execute(work)
