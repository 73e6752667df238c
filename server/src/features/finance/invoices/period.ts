import { DAY, MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { firstIdAt } from '../../../kit/ids.ts'
import type { InvoiceLineRow, InvoiceRow } from './store.ts'

/** An ended month of an account that is still to be closed. It spans several months if they were not closed in time. */
export interface DuePeriod {
  readonly account: AccountId
  readonly partition: Partition
  readonly currency: Currency
  readonly from: string
  readonly to: string
  readonly begins: Date
  readonly ends: Date
  /** Repayments in this period that the previous period's invoice already deducts. */
  readonly repaidBefore: Micros
}

/** The effect of a period's ledger entries on funds and credit, in micro-units. */
export interface PeriodSums {
  /** Usage paid from funds. */
  readonly borne: Micros
  /** Drawn credit that was paid back: by the owner, or by a bank after a won dispute or a failed refund. */
  readonly repaid: Micros
  /** Credit drawn by disputes. */
  readonly disputed: Micros
}

/** The credit drawn at the end of a period, the part paid back since, and the rest. */
export interface Drawn {
  readonly drawn: Micros
  readonly repaid: Micros
  readonly left: Micros
}

/** Periods close this long after midnight, when every transaction that was open at midnight has committed. */
const CLOSED_AFTER = 10 * MINUTE
/** The time in an entry's id may differ this much from the entry's time, where a clock was corrected. */
const SLACK = MINUTE

/** Entries that pay back drawn credit: incoming money, or funds of the account. */
const REPAYS = sql.raw(`e.credit_micros > 0 and (e.kind = 'transfer' and e.revenue_micros = 0
  or e.kind in ('credit', 'gift', 'cashback', 'dispute_won', 'refund_failed', 'clawback_failed'))`)
/** Entries that bill drawn credit: the previous period's invoice, if it was issued late, and its adjustments. */
const BILLS = sql.raw(`e.kind = 'invoice' or e.kind = 'transfer' and e.revenue_micros <> 0`)

/**
 * Reads the due periods, in months of the account's time zone. If none was closed before, the period is the previous
 * calendar month.
 */
export async function duePeriods(
  db: Kysely<Schema>,
  now: Date,
  { after, account, limit }: { readonly after?: AccountId; readonly account?: AccountId; readonly limit: number },
): Promise<readonly DuePeriod[]> {
  const { rows } = await sql<DuePeriod>`
    select a.id as account, a.partition, a.currency, p.from_day as from, p.to_day as to,
      coalesce(c.ended_at, p.from_day::timestamp at time zone a.time_zone) as begins,
      (p.to_day + 1)::timestamp at time zone a.time_zone as ends, coalesce(c.repaid_micros, 0)::bigint as "repaidBefore"
      from account a
      left join invoice_closing c on c.account_id = a.id
     cross join lateral (
       select date_trunc('month', ${new Date(now.getTime() - CLOSED_AFTER)}::timestamptz at time zone a.time_zone)::date as month
     ) running
     cross join lateral (
       select coalesce(c.through + 1, (running.month - interval '1 month')::date) as from_day, running.month - 1 as to_day
     ) p
     where a.credit_enabled and not a.house and p.from_day <= p.to_day
       and (${after ?? null}::uuid is null or a.id > ${after ?? null}) and (${account ?? null}::uuid is null or a.id = ${account ?? null})
       and not exists (select from invoice i where i.account_id = a.id and i.status = 0)
     order by a.id limit ${limit}`.execute(db)
  return rows
}

/** Sums a period that gets no more entries, day by day, because a busy account has millions of entries a month. */
export async function sumsOf(db: Kysely<Schema>, { account, begins, ends }: DuePeriod): Promise<PeriodSums> {
  const sums = { borne: 0n, repaid: 0n, disputed: 0n }
  for (let from = begins.getTime(); from < ends.getTime(); from += DAY) {
    const day = await sumsBetween(db, account, new Date(from), new Date(Math.min(from + DAY, ends.getTime())))
    sums.borne += day.borne
    sums.repaid += day.repaid
    sums.disputed += day.disputed
  }
  return { borne: micros(sums.borne), repaid: micros(sums.repaid), disputed: micros(sums.disputed) }
}

async function sumsBetween(db: Kysely<Schema>, account: AccountId, begins: Date, ends: Date): Promise<PeriodSums> {
  const { rows } = await sql<PeriodSums>`
    select coalesce(-sum(paid_micros + gift_micros + cashback_micros) filter (where kind = 'post'), 0)::bigint as borne,
      coalesce(sum(credit_micros) filter (where ${REPAYS}), 0)::bigint as repaid,
      coalesce(-sum(credit_micros) filter (where kind = 'dispute'), 0)::bigint as disputed
      from ledger_entry e
     where account_id = ${account} and id >= ${idAt(begins, -SLACK)} and id < ${idAt(ends, SLACK)}
       and at >= ${begins} and at < ${ends}`.execute(db)
  return only(rows)
}

/**
 * Reads the credit drawn at `ends`: today's credit, which is negative while drawn, less the entries since. Entries that
 * bill credit are left out, because they move credit to an invoice and repay none. Later money pays the oldest credit
 * first. The caller has locked the balance.
 */
export async function drawnAt(tx: Transaction<Schema>, account: AccountId, ends: Date): Promise<Drawn> {
  const { rows } = await sql<Omit<Drawn, 'left'>>`
    select drawn, least(came, drawn)::bigint as repaid from (
      select greatest(coalesce(sum(e.credit_micros) filter (where not (${BILLS})), 0) - b.credit_micros, 0)::bigint as drawn,
        coalesce(sum(e.credit_micros) filter (where ${REPAYS}), 0) as came
        from balance b
        left join ledger_entry e on e.account_id = b.account_id and e.id >= ${idAt(ends, -SLACK)} and e.at >= ${ends}
       where b.account_id = ${account} group by b.credit_micros
    ) since`.execute(tx)
  const { drawn, repaid } = only(rows)
  return { drawn, repaid, left: micros(drawn - repaid) }
}

/** Sums the money that repaid drawn credit since a moment. Usage never repays credit; without it the query is cheap. */
async function repaidSince(tx: Kysely<Schema>, account: AccountId, moment: Date): Promise<Micros> {
  const { rows } = await sql<{ came: Micros }>`
    select coalesce(sum(credit_micros), 0)::bigint as came from ledger_entry e
     where account_id = ${account} and kind not in ('hold', 'post', 'void') and id >= ${idAt(moment, -SLACK)}
       and at >= ${moment} and ${REPAYS}`.execute(tx)
  return only(rows).came
}

/** Sums the lines of a draft that are drawn credit: adjustments are booked when it is issued. */
export const creditIn = (lines: readonly Pick<InvoiceLineRow, 'kind' | 'amount_micros'>[]): bigint =>
  lines.reduce((sum, { kind, amount_micros: amount }) => sum + (kind === 'adjustment' ? 0n : amount), 0n)

/** The drawn credit of a draft, and its part that is paid back now. `found` is the credit in its lines. */
export async function drawnIn(
  db: Kysely<Schema>,
  { account_id, ends_at }: Pick<InvoiceRow, 'account_id' | 'ends_at'>,
  found: bigint,
): Promise<Drawn> {
  const closing = db.selectFrom('invoice_closing').select('repaid_micros as repaid')
  const { repaid: before } = await closing.where('account_id', '=', account_id).executeTakeFirstOrThrow()
  const drawn = micros(found + before)
  const came = await repaidSince(db, account_id, ends_at)
  const repaid = came < drawn ? came : drawn
  return { drawn, repaid, left: micros(drawn - repaid) }
}

const idAt = (moment: Date, millis: number): string => firstIdAt(new Date(Math.max(moment.getTime() + millis, 0)))

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the sum returned no row: the account has no balance')
  return row
}
