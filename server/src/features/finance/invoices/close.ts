import { DAY } from '@hongyan/contract/durations'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { invoice as limits } from '@hongyan/contract/limits/finance'
import { micros, ZERO } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { readPo } from './billed-to.ts'
import type { CycleDeps, Use } from './cycle-deps.ts'
import { eachDue } from './each-due.ts'
import { linesOf } from './lines.ts'
import { type Drawn, drawnAt, type DuePeriod, duePeriods, type PeriodSums, sumsOf } from './period.ts'
import { type InvoiceKey, type InvoiceRow, insertLines } from './store.ts'

const PAGE = 100

/** Closes every period that is over: a draft for each account with credit to pay. Each period is closed once. */
export const closeDue = (deps: CycleDeps, failed: (period: DuePeriod, error: unknown) => void): Promise<void> =>
  eachDue({
    read: (last) =>
      duePeriods(deps.db, deps.clock.now(), {
        ...(last && { after: last.account }),
        ...(deps.only !== undefined && { account: deps.only }),
        limit: PAGE,
      }),
    work: (period) => closePeriod(deps, period),
    failed,
  })

/** Closes the period of one account, where one is due; returns its draft. */
export async function closeAccount(
  deps: CycleDeps,
  account: AccountId,
): Promise<{ readonly period: DuePeriod; readonly draft: InvoiceRow | null } | null> {
  const [period] = await duePeriods(deps.db, deps.clock.now(), { account, limit: 1 })
  return period === undefined ? null : { period, draft: await closePeriod(deps, period) }
}

/**
 * Reads the usage before it locks the balance, because a closed period gets no more usage. When several servers close a
 * period at once, the first one moves `through` and the others do nothing.
 */
async function closePeriod({ db, clock, usageOf }: CycleDeps, period: DuePeriod): Promise<InvoiceRow | null> {
  const uses = await usageOf(period.account, period)
  const sums = await sumsOf(db, period)
  return db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [period.account])
    const drawn = await drawnAt(tx, period.account, period.ends)
    if (!(await markClosed(tx, period, drawn))) return null
    return drawn.left === ZERO ? null : draft(tx, period, { uses, sums, drawn }, clock.now())
  })
}

/** Marks the period as closed; false if another server has closed it. */
async function markClosed(
  tx: Transaction<Schema>,
  { account, from, to, ends }: DuePeriod,
  { repaid: repaid_micros }: Drawn,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: moved = 0n } = await tx
    .insertInto('invoice_closing')
    .values({ account_id: account, through: to, ended_at: ends, repaid_micros })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ through: to, ended_at: ends, repaid_micros })
        .where('invoice_closing.through', '<', from),
    )
    .executeTakeFirst()
  return moved > 0n
}

async function draft(
  tx: Transaction<Schema>,
  { account, partition, currency, from, to, begins, ends, repaidBefore }: DuePeriod,
  { uses, sums, drawn }: { readonly uses: readonly Use[]; readonly sums: PeriodSums; readonly drawn: Drawn },
  now: Date,
): Promise<InvoiceRow> {
  const key: InvoiceKey = { account_id: account, id: uuidv7(now) as InvoiceId } // a new id
  const invoice = await tx
    .insertInto('invoice')
    .values({
      ...key,
      partition,
      currency,
      from_day: from,
      to_day: to,
      begins_at: begins,
      ends_at: ends,
      closed_at: now,
      issue_at: new Date(now.getTime() + limits.draftDays * DAY),
      po: await readPo(tx, account),
      total_micros: drawn.left,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const repaid = micros(sums.repaid - repaidBefore + drawn.repaid)
  await insertLines(tx, linesOf(key, { uses, sums: { ...sums, repaid }, total: drawn.left }, now))
  return invoice
}
