import { DAY } from '@hongyan/contract/durations'
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
  /** The bound below which the owner wants a notice; null: no notice. */
  readonly below: Micros | null
  readonly currency: Currency
  readonly notifiedAt: Date | null
}

const AT_ONCE = 100

/** Notifies the owners of accounts whose balance fell below their bound, once a day at most; of one account or of all. */
export async function notifyLowBalances({ db, clock }: LowDeps, only?: AccountId): Promise<void> {
  for (let checked = AT_ONCE; checked === AT_ONCE;) {
    const due = await readDue(db, clock.now(), only)
    for (const account of due) await db.transaction().execute((tx) => checkBalance(tx, account, clock.now()))
    checked = due.length
  }
}

async function readDue(db: Kysely<Schema>, now: Date, only: AccountId | undefined): Promise<readonly AccountId[]> {
  const due = db
    .selectFrom('balance_low_due')
    .select('account_id')
    .where((is) => is.or([is('due_at', 'is', null), is('due_at', '<=', now)]))
    .orderBy('due_at', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE)
  const rows = await (only === undefined ? due : due.where('account_id', '=', only)).execute()
  return rows.map(({ account_id }) => account_id)
}

/** Checks one account. Locks the balance first: no fall is missed, and only one of several servers sends the notice. */
async function checkBalance(tx: Transaction<Schema>, account: AccountId, now: Date): Promise<void> {
  const left = (await ledger.lock(txOf(tx), [account])).get(account)?.codes
  const { numDeletedRows: due } = await tx
    .deleteFrom('balance_low_due')
    .where('account_id', '=', account)
    .where((is) => is.or([is('due_at', 'is', null), is('due_at', '<=', now)]))
    .executeTakeFirst()
  if (due === 0n || left === undefined) return
  const { below, notifiedAt, currency } = await readWatched(tx, account)
  // The balance rose again: no notice, and the next fall leaves a new row.
  if (below === null || left >= below) return
  const again = notifiedAt === null ? now : new Date(notifiedAt.getTime() + DAY)
  if (again > now) return waitUntil(tx, account, again)
  await tx.updateTable('notice_preference').set({ balance_low_at: now }).where('account_id', '=', account).execute()
  const values = { below: decimalOf(below), balance: decimalOf(left), currency }
  await notify(txOf(tx), { account, kind: 'balance_low', values, at: now })
}

const readWatched = (tx: Transaction<Schema>, account: AccountId): Promise<Watched> =>
  tx
    .selectFrom('account as a')
    .leftJoin('notice_preference as p', 'p.account_id', 'a.id')
    .select(['p.balance_low_micros as below', 'p.balance_low_at as notifiedAt', 'a.currency'])
    .where('a.id', '=', account)
    .executeTakeFirstOrThrow()

async function waitUntil(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  await tx.insertInto('balance_low_due').values({ account_id: account, due_at: at }).execute()
}
