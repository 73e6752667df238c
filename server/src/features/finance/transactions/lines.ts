import { MINUTE } from '@hongyan/contract/durations'
import type { InvoiceId, TransactionId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { list } from '@hongyan/contract/limits/screens'
import type { Micros } from '@hongyan/contract/money'
import {
  type LabelledPaymentChannel,
  type PaymentChannel,
  type Product,
  type TopUpAction,
  TopUpStatus,
  TradeDirection,
  TradeType,
  type TransactionKind,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { firstIdAt } from '../../../kit/ids.ts'
import { type CheckedSum, daysOf, NET_LEGS } from './days.ts'
import { type Holder, readHolder } from './holder.ts'
import { IS_LINE } from './roll-up.ts'

/** Each given field narrows the lines. */
export interface Filter {
  readonly type?: TradeType | undefined
  readonly direction?: TradeDirection | undefined
  readonly channel?: PaymentChannel | undefined
  readonly status?: TransactionStatus | undefined
  readonly amount_min?: Micros | null | undefined
  readonly amount_max?: Micros | null | undefined
  readonly id?: TransactionId | undefined
  readonly auto?: 'true' | 'false' | undefined
  /** `false` leaves out top-ups that were not paid within the hour in which they could be. */
  readonly abandoned?: 'true' | 'false' | undefined
  /** Only lines that moved the balance. */
  readonly moved?: boolean
}

export interface Paging {
  readonly limit: number
  readonly offset: number
  readonly order: 'newest first' | 'oldest first'
}

/** A transaction as the database returns it. */
export interface Line {
  readonly id: TransactionId
  readonly at: Date
  readonly day: string
  readonly type: TradeType
  readonly direction: TradeDirection
  readonly amount: Micros
  readonly balance_after: Micros | null
  readonly channel: PaymentChannel | null
  /** The channel, or `card` where it charged a saved card. */
  readonly method: LabelledPaymentChannel | null
  readonly status: TransactionStatus
  readonly kind: TransactionKind
  readonly about: TransactionId | null
  readonly invoice: InvoiceId | null
  readonly product: Product | null
  readonly messages: bigint | null
  readonly order_status: TopUpStatus | null
  /** True for a top-up by auto-recharge. Null for other lines. */
  readonly auto: boolean | null
  readonly test: boolean
  /** The ledger entry. Null for usage, held amounts and unpaid orders. */
  readonly entry: string | null
  readonly receipt: bigint | null
  /** The parts of a refund's amount. Null for other lines. */
  readonly fee: Micros | null
  readonly withheld: Micros | null
  readonly paid_out: Micros | null
  /** The reason of a booking by staff. Null for other lines. */
  readonly reason: string | null
  /** The way to pay an open top-up now. Null for other lines. */
  readonly action: TopUpAction | null
  readonly payload: string | null
}

export interface Lines {
  readonly rows: readonly Line[]
  readonly total: number
}

/** The only product so far, so every entry belongs to it. */
const PRODUCT = 'sms'
/** The time in an entry's id may differ this much from the entry's time, where a clock was corrected. */
const SLACK = MINUTE

const { In, Out } = TradeDirection
const { Charge, Pay, Refund, Deduct, Gift, Cashback } = TradeType
const { Pending, Posted, Failed, Reversed } = TransactionStatus
const number = (value: number) => sql.raw<number>(`${value}::smallint`)

/** The transaction kind of an entry. A transfer's kind depends on its books. */
const KIND = sql.raw<TransactionKind>(`case
  when e.kind = 'credit' then case when t.id is null then 'credit' else 'topup' end
  when s.kind = 'debit' then 'deduction'
  when e.kind = 'clawback' then 'cashback_return'
  when e.kind = 'clawback_failed' then 'cashback'
  when e.kind <> 'transfer' then e.kind
  when e.clearing_micros <> 0 then case
    when e.cashback_micros <> 0 then case when n.net > 0 then 'cashback' else 'cashback_return' end
    when e.gift_micros <> 0 then case when n.net > 0 then 'gift' else 'gift_return' end
    when n.net > 0 then 'credit' else 'refund' end
  when n.net > 0 then 'correction' else 'deduction' end`)

const TYPE = sql`case kind when 'topup' then ${number(Charge)} when 'credit' then ${number(Charge)}
  when 'refund' then ${number(Refund)} when 'refund_failed' then ${number(Refund)} when 'gift' then ${number(Gift)} when 'gift_return' then ${number(Gift)}
  when 'cashback' then ${number(Cashback)} when 'cashback_return' then ${number(Cashback)}
  when 'invoice_payment' then ${number(Pay)}
  else ${number(Deduct)} end`

/**
 * Credits without a channel were paid in another way. Gifts and cashback have no channel. Invoices and deductions
 * are paid from the balance.
 */
const CHANNEL = sql.raw<PaymentChannel | null>(`case
  when e.clearing_micros <> 0 and e.channel in ('alipay', 'wxpay', 'unionpay', 'stripe', 'balance') then e.channel
  when e.kind = 'credit' then 'cash'
  when e.kind = 'invoice_payment' or s.kind = 'debit' then 'balance' end`)

/** The payer's method of the payment, or of the payment that is refunded. */
const METHOD = sql`case when t.by_card or e.kind in ('refund', 'refund_failed') and c.by_card then 'card'
  when e.kind in ('refund', 'refund_failed') then c.method else t.method end`

/**
 * The entries that are transactions of their own, with the funds after each. Selects whole days, as each line builds on
 * the one before.
 */
const entries = ({ account, zone, ...holder }: Holder) => sql`
  select *, ${TYPE} as type, sum(net) over (partition by day order by at, entry)::bigint as since_midnight
    from (
      select coalesce(t.id, e.id)::text as id, e.id as entry, (e.at at time zone ${zone})::date as day, e.at, n.net,
        ${KIND} as kind, ${CHANNEL} as channel, ${METHOD} as method, coalesce(c.id, e.charge)::text as about, coalesce(i.id, p.invoice_id, t.invoice_id) as invoice, coalesce(t.test, c.test, false) as test,
        t.status as order_status, t.auto, r.number as receipt,
        f.fee_micros as fee, f.withheld_micros as withheld, f.paid_out_micros as paid_out, s.reason,
        case when d.taken > 0 then ${number(Reversed)} when f.status = 'pending' then ${number(Pending)}
          when f.status = 'failed' then ${number(Failed)} else ${number(Posted)} end as status
        from ledger_entry e
       cross join lateral (select ${NET_LEGS} as net) n
        left join top_up t on t.account_id = e.account_id and t.entry = e.id
        left join top_up c on c.account_id = e.account_id and c.entry = e.charge
        left join refund f on f.account_id = e.account_id and f.entry = e.id
        left join invoice i on i.account_id = e.account_id and e.id in (i.entry, i.void_entry)
        left join invoice_payment p on p.account_id = e.account_id and p.id = e.id
        left join staff_booking s on s.account_id = e.account_id and s.entry = e.id
        left join charge_receipt r on r.account_id = e.account_id and r.entry = e.id
        left join (
          select charge, sum(case kind when 'dispute' then amount_micros else -amount_micros end) as taken
            from ledger_entry where account_id = ${account} and charge is not null and kind in ('dispute', 'dispute_won')
           group by charge
        ) d on d.charge = e.id
       where ${isOwnLine({ account, ...holder })}
    ) entry`

/** The condition of an account's entries \`e\` with the sum \`n.net\` that are lines in its range. */
const isOwnLine = ({ account, begin, end }: Pick<Holder, 'account' | 'begin' | 'end'>) =>
  sql`e.account_id = ${account} and e.${sql.raw(IS_LINE)} and n.net <> 0
    and e.id >= ${firstIdAt(new Date(Math.max(begin.getTime() - SLACK, 0)))}
    and e.id < ${firstIdAt(new Date(end.getTime() + SLACK))} and e.at >= ${begin} and e.at < ${end}`

/** All transactions. Within a day usage comes after other entries, and held amounts last. */
const lines = (holder: Holder, now: Date): RawBuilder<Line> => sql`
  select e.id, e.at, e.day, 0 as rank, e.type, e.net, day.before + e.since_midnight as balance_after, e.channel,
    e.status, e.kind, e.about, e.invoice, null::text as product, null::bigint as messages, e.order_status, e.auto, e.test, e.entry, e.receipt,
    e.fee, e.withheld, e.paid_out, e.reason, null::text as action, null::text as payload,
    coalesce(e.method, e.channel) as method
    from entry e join day on day.day = e.day
  union all ${otherLines(holder, now)}`

/** The transactions that are no entries of their own: usage by day, unpaid top-ups, and the held amount. */
const otherLines = (holder: Holder, now: Date): RawBuilder<Line> => sql`
  select day.day || '-' || ${PRODUCT}::text,
    least(((day.day + 1)::timestamp at time zone ${holder.zone}) - interval '1 ms', ${now}),
    day.day, 1, ${number(Deduct)}, -day.used_micros, day.after, 'balance', ${number(Posted)}, 'usage', null, null, ${PRODUCT},
    day.used_count, null, null, false, null, null, null, null, null, null, null, null, 'balance'
    from day where day.used_count > 0 and ${within(holder, sql`day.day`)}
  union all
  select t.id::text, t.created_at, (t.created_at at time zone ${holder.zone})::date, 0, ${number(Charge)},
    t.amount_micros, null, t.channel, case when t.status in (0, 5) then ${number(Pending)} else ${number(Failed)} end, 'topup',
    null, t.invoice_id, null, null, t.status, t.auto, t.test, null, null, null, null, null, null,
    case when ${isPayable(now)} then t.action end, case when ${isPayable(now)} then t.payload end,
    case when t.by_card then 'card' else t.channel end
    from top_up t where t.account_id = ${holder.account} and t.entry is null
     and t.created_at >= ${holder.begin} and t.created_at < ${holder.end}
  union all
  select 'held-' || ${PRODUCT}::text, ${now}, ${holder.today}::date, 2, ${number(Deduct)}, -b.held_micros, null,
    'balance', ${number(Pending)}, 'held', null, null, ${PRODUCT}, null, null, null, false, null, null, null, null, null, null, null, null, 'balance'
    from balance b where b.account_id = ${holder.account} and b.held_micros > 0
     and ${within(holder, sql`${holder.today}::date`)}`

const isPayable = (now: Date) =>
  sql`t.status = ${number(TopUpStatus.Open)} and t.expires_at > ${now} and not t.auto and not t.by_card`

/**
 * Top-ups that were never paid, an hour after they were started. Money of a processing one is under way, and may be
 * while the server polls the charge of a saved card.
 */
const isAbandoned = (now: Date) =>
  sql`coalesce(kind = 'topup' and entry is null and not auto and order_status <> ${number(TopUpStatus.Processing)}
    and not (method = 'card' and status = ${number(Pending)}) and at < ${new Date(now.getTime() - limits.payableFor)}, false)`

const within = ({ range: { from, to } }: Holder, day: RawBuilder<unknown>) =>
  sql`(${from}::date is null or ${day} >= ${from}::date) and (${to}::date is null or ${day} <= ${to}::date)`

const chosen = (filter: Filter, now: Date) => {
  const { type, direction, channel, status, amount_min, amount_max, id, auto, abandoned, moved = false } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (direction !== undefined) conditions.push(direction === In ? sql`net > 0` : sql`net <= 0`)
  if (channel !== undefined) conditions.push(sql`channel = ${channel}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (typeof amount_min === 'bigint') conditions.push(sql`abs(net) >= ${amount_min}`)
  if (typeof amount_max === 'bigint') conditions.push(sql`abs(net) <= ${amount_max}`)
  if (id !== undefined) conditions.push(sql`id = ${id}`)
  if (auto !== undefined) conditions.push(sql`coalesce(auto, false) = ${auto === 'true'}`)
  if (abandoned !== undefined) conditions.push(sql`${isAbandoned(now)} = ${abandoned === 'true'}`)
  if (moved) conditions.push(sql`balance_after is not null`)
  return sql.join(conditions, sql` and `)
}

type LineRow = Omit<Line, 'direction' | 'amount'> & { readonly net: Micros }
type PageRow = CheckedSum & { readonly total: bigint } & (LineRow | { readonly [C in keyof LineRow]: null })

/** True where a filter leaves out no entry, so that the entries of a page can be found by their order alone. */
const keepsEntries = ({ abandoned, moved = false, ...others }: Filter): boolean =>
  abandoned !== 'true' && !moved && Object.values(others).every((value) => value === undefined || value === null)

/**
 * Narrows the range to the days that hold the page, so that an account with many transactions is not read as a whole.
 * Entries alone fill the page; other lines of these days only make it end sooner.
 */
async function daysOfPage(db: Kysely<Schema>, holder: Holder, now: Date, paging: Paging): Promise<Holder> {
  const { account, zone, range } = holder
  const wanted = paging.offset + paging.limit
  const newest = paging.order === 'newest first'
  const { rows } = await sql<{ readonly found: bigint; readonly first: string; readonly last: string }>`
    select count(*) as found, min(day) as first, max(day) as last from (
      select (e.at at time zone ${zone})::date as day
        from ledger_entry e cross join lateral (select ${NET_LEGS} as net) n
       where ${isOwnLine(holder)} order by e.id ${sql.raw(newest ? 'desc' : '')} limit ${wanted}
    ) page`.execute(db)
  const [page] = rows
  if (page === undefined || Number(page.found) < wanted) return holder
  return readHolder(db, account, now, newest ? { ...range, from: page.first } : { ...range, to: page.last })
}

/** The number of lines. Counts entries no further than the list can page. */
const countOf = (holder: Holder, now: Date, filter: Filter) => sql`(
  select count(*) from (
    select from ledger_entry e cross join lateral (select ${NET_LEGS} as net) n
     where ${isOwnLine(holder)} limit ${list.exactTotalUpTo + 1}) counted_entry
  ) + (
  select count(*) from (${otherLines(holder, now)}) line (id, at, day, rank, type, net, balance_after, channel, status, kind,
    about, invoice, product, messages, order_status, auto, test, entry, receipt, fee, withheld, paid_out, reason, action, payload,
    method) where ${chosen(filter, now)}
  )`

/** Returns a page of an account's transactions and their total number, as of one moment. */
export async function readLines(
  db: Kysely<Schema>,
  holder: Holder,
  now: Date,
  filter: Filter,
  paging: Paging,
): Promise<Lines & CheckedSum> {
  const { limit, offset, order } = paging
  const isPlain = keepsEntries(filter)
  const narrowed = isPlain ? await daysOfPage(db, holder, now, paging) : holder
  const total = isPlain ? countOf(holder, now, filter) : sql`(select count(*) from line)`
  const by = sql.raw(
    ['day', 'rank', 'at', 'entry', 'id'].map((key) => `${key} ${order === 'newest first' ? 'desc' : ''}`).join(', '),
  )
  const { rows } = await sql<PageRow>`
    with ${daysOf(holder)}, entry as (${entries(narrowed)}),
    line as materialized (select * from (${lines(narrowed, now)}) line where ${chosen(filter, now)}),
    page as (select * from line order by ${by} limit ${limit} offset ${offset})
    select counted.*, ${total} as total, page.*
      from counted left join page on true order by ${by}`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error('what was counted is one row')
  return {
    booked: first.booked,
    funds: first.funds,
    total: Number(first.total),
    rows: rows.flatMap((row) => (row.id === null ? [] : [lineOf(row)])),
  }
}

const lineOf = ({ net, ...row }: LineRow): Line => ({
  ...row,
  direction: net > 0n ? In : Out,
  amount: (net < 0n ? -net : net) as Micros, // the absolute value of micros
})
