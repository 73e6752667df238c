import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { isMisfit, txOf } from '../db/tx.ts'
import { Refusal, secondsUntil } from '../kit/refusal.ts'
import { useAll } from './limits.ts'

/** An account with the day of its zone. */
interface OnDay {
  readonly id: AccountId
  readonly dayBegins: Date
  readonly dayEnds: Date
}

/** A limit on the uses of an account's day. */
interface DayLimit {
  readonly key: string
  readonly perDay: number
}

/** Counts a use on an account's day and runs the work in the same transaction. Throws where the day has had them all. */
export async function countedOnDay<T>(
  db: Kysely<Schema>,
  { id: account, dayBegins, dayEnds }: OnDay,
  { key, perDay }: DayLimit,
  now: Date,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const retryAfter = secondsUntil(dayEnds, now)
  try {
    return await db.transaction().execute(async (tx) => {
      await useAll(txOf(tx), [{ account, key, windowStart: dayBegins, limit: BigInt(perDay), cost: 1n, retryAfter }])
      return work(tx)
    })
  } catch (error) {
    if (isMisfit(error)) throw new Refusal('limit_exceeded', { retryAfter })
    throw error
  }
}
