import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { type Book, books, type Checkpoint, type Sums } from './checkpoints.ts'

const PAGE = 10_000n

/** True where an entry's legs fit its kind and amount. */
const SOUND = `amount_micros >= 0 and count >= 0 and expected_micros = -held_micros
  and (charge is not null or kind not in ('dispute', 'dispute_won', 'refund', 'refund_failed', 'clawback', 'clawback_failed'))
  and (billed_micros = 0 or kind in ('invoice', 'invoice_void', 'invoice_payment'))
  and (tax_micros = 0 or kind in ('invoice', 'invoice_void'))
  and paid_micros + gift_micros + cashback_micros + credit_micros + billed_micros
    + held_micros + expected_micros + revenue_micros + tax_micros + clearing_micros = 0
  and amount_micros = case kind
    when 'hold' then held_micros
    when 'void' then -held_micros
    when 'post' then case when held_micros = -revenue_micros then revenue_micros end
    when 'dispute' then clearing_micros
    when 'refund' then case when revenue_micros >= 0 and clearing_micros > 0 then -paid_micros end
    when 'refund_failed' then case when revenue_micros <= 0 and clearing_micros < 0 then paid_micros + credit_micros end
    when 'clawback' then case when cashback_micros = -clearing_micros then clearing_micros end
    when 'invoice' then case when credit_micros = -billed_micros and tax_micros between 0 and credit_micros
      then credit_micros end
    when 'invoice_void' then case when credit_micros = -billed_micros and -tax_micros between 0 and billed_micros
      then billed_micros end
    when 'invoice_payment' then case when greatest(paid_micros, gift_micros, cashback_micros, credit_micros) = 0
      and credit_micros = 0 then billed_micros end
    when 'transfer' then (abs(paid_micros) + abs(gift_micros) + abs(cashback_micros) + abs(credit_micros)
      + abs(revenue_micros) + abs(clearing_micros)) / 2
    else -clearing_micros end`

/**
 * A page of an account's entries, as two rows: the sums of those before a mark, then of the others. Beside both stands
 * the account's balance at the same moment.
 */
const SUMMED = statement(
  'ledger.summed',
  `with page as materialized (
     select e.*, id < $3 as marked, (${SOUND}) is true as sound
       from ledger_entry e where account_id = $1 and id > $2 order by id limit ${PAGE}
   ), summed as (
     select marked, count(*) as entries, count(*) filter (where not sound) as unsound,
       sum(paid_micros)::bigint as paid, sum(gift_micros)::bigint as gift,
       sum(cashback_micros)::bigint as cashback, sum(credit_micros)::bigint as credit,
       sum(billed_micros)::bigint as billed, sum(held_micros)::bigint as held
     from page group by marked
   )
   select coalesce(s.entries, 0) as entries, coalesce(s.unsound, 0) as unsound,
     coalesce(s.paid, 0) as paid, coalesce(s.gift, 0) as gift, coalesce(s.cashback, 0) as cashback,
     coalesce(s.credit, 0) as credit, coalesce(s.billed, 0) as billed, coalesce(s.held, 0) as held,
     (select id from page order by id desc limit 1) as last,
     coalesce(b.paid_micros, 0) as balance_paid, coalesce(b.gift_micros, 0) as balance_gift,
     coalesce(b.cashback_micros, 0) as balance_cashback, coalesce(b.credit_micros, 0) as balance_credit,
     coalesce(b.billed_micros, 0) as balance_billed, coalesce(b.held_micros, 0) as balance_held
   from (values (true), (false)) as side (marked)
     left join summed s using (marked) left join balance b on b.account_id = $1
   order by marked desc`,
)

type SummedRow = Sums & { readonly [B in Book as `balance_${B}`]: bigint } & {
  readonly entries: bigint
  readonly unsound: bigint
  readonly last: string | null
}

export interface Summed {
  /** The number of entries read. */
  readonly entries: bigint
  /** The sums of all entries before the mark. */
  readonly checkpoint: Checkpoint
  /** The deviations, one sentence each; empty where the sums are right. */
  readonly wrong: readonly string[]
}

/**
 * Proof 1 for one account: every entry's legs are its amount and sum to zero, and together with the sums of a
 * checkpoint they are the balance (semantics D5). Reads the entries from the checkpoint on, page by page, each page in
 * a statement of its own; the last page and the balance are of one moment. An entry committed with an id of a page that
 * was already read makes the sums differ from the balance, so equal sums contain every entry. The result's checkpoint
 * has the sums before `mark`, an id that belongs to no entry.
 */
export async function proveSums(
  db: Tx,
  account: AccountId,
  from: Checkpoint,
  mark: string,
  signal?: AbortSignal,
): Promise<Summed> {
  let [marked, sums, unsound, after] = [from, from, 0n, from.before]
  for (;;) {
    signal?.throwIfAborted()
    const [before, others] = await db.run<SummedRow>(SUMMED, [account, after, mark])
    if (before === undefined || others === undefined) throw new Error('a page has two rows of sums')
    marked = added(marked, before)
    sums = added(added(sums, before), others)
    unsound += before.unsound + others.unsound
    after = others.last ?? after
    if (before.entries + others.entries === PAGE) continue
    const wrong = [...unsoundLine(unsound), ...differences(sums, others)]
    const checkpoint = mark > from.before ? { ...marked, before: mark } : from
    return { entries: sums.entries - from.entries, checkpoint, wrong }
  }
}

const added = (sums: Checkpoint, row: SummedRow): Checkpoint => ({
  before: sums.before,
  entries: sums.entries + row.entries,
  paid: sums.paid + row.paid,
  gift: sums.gift + row.gift,
  cashback: sums.cashback + row.cashback,
  credit: sums.credit + row.credit,
  billed: sums.billed + row.billed,
  held: sums.held + row.held,
})

const unsoundLine = (unsound: bigint): string[] =>
  unsound === 0n ? [] : [`${unsound} entries have legs that are not their amount`]

const differences = (sums: Sums, row: SummedRow): string[] =>
  books
    .filter((book) => sums[book] !== row[`balance_${book}`])
    .map((book) => `${book} is ${row[`balance_${book}`]} and its entries sum to ${sums[book]}`)
