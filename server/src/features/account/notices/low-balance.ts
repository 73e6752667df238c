import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { Clock } from '../../../kit/clock.ts'
import { ledger } from '../../../ledger/ledger.ts'

interface LowDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

interface Watched {
  /** What the owner wants to hear of; null: nothing any more. */
  readonly below: Micros | null
  readonly currency: Currency
  readonly toldAt: Date | null
}

const AT_ONCE = 100
const DAY = 24 * 3_600_000

/** Looks at every account whose balance has fallen below what its owner watches, and tells it once in a day at most. */
export async function tellLowBalances({ db, clock }: LowDeps): Promise<void> {
  for (let looked = AT_ONCE; looked === AT_ONCE;) {
    const due = await readDue(db, clock.now())
    for (const account of due) await db.transaction().execute((tx) => look(tx, account, clock.now()))
    looked = due.length
  }
}

async function readDue(db: Kysely<Schema>, now: Date): Promise<readonly AccountId[]> {
  const due = await db
    .selectFrom('balance_low_due')
    .select('account_id')
    .where((is) => is.or([is('look_at', 'is', null), is('look_at', '<=', now)]))
    .orderBy('look_at', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute()
  return due.map(({ account_id }) => account_id)
}

/** The balance is locked first, so that no fall is missed and of many who look one tells. */
async function look(tx: Transaction<Schema>, account: AccountId, now: Date): Promise<void> {
  const left = (await ledger.lock(txOf(tx), [account])).get(account)?.codes
  const { numDeletedRows: due } = await tx
    .deleteFrom('balance_low_due')
    .where('account_id', '=', account)
    .where((is) => is.or([is('look_at', 'is', null), is('look_at', '<=', now)]))
    .executeTakeFirst()
  if (due === 0n || left === undefined) return
  const { below, toldAt, currency } = await readWatched(tx, account)
  // It has risen again: there is nothing to tell, and the next fall calls anew.
  if (below === null || left >= below) return
  const again = toldAt === null ? now : new Date(toldAt.getTime() + DAY)
  if (again > now) return waitUntil(tx, account, again)
  await tx.updateTable('notice_preference').set({ balance_low_at: now }).where('account_id', '=', account).execute()
  const values = { below: decimalOf(below), balance: decimalOf(left), currency }
  await notify(txOf(tx), { account, kind: 'balance_low', values, at: now })
}

const readWatched = (tx: Transaction<Schema>, account: AccountId): Promise<Watched> =>
  tx
    .selectFrom('account as a')
    .leftJoin('notice_preference as p', 'p.account_id', 'a.id')
    .select(['p.balance_low_micros as below', 'p.balance_low_at as toldAt', 'a.currency'])
    .where('a.id', '=', account)
    .executeTakeFirstOrThrow()

async function waitUntil(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  await tx.insertInto('balance_low_due').values({ account_id: account, look_at: at }).execute()
}
