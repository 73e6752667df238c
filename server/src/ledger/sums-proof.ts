import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { FIRST_ID } from '../kit/ids.ts'

const PAGE = 10_000

/** True where an entry's legs fit its kind and amount. */
const SOUND = `amount_micros >= 0 and count >= 0 and expected_micros = -held_micros
  and (charge is not null or kind not in ('dispute', 'dispute_won', 'refund', 'refund_failed', 'clawback', 'clawback_failed'))
  and (billed_micros = 0 or kind in ('invoice', 'invoice_void', 'invoice_payment'))
  and paid_micros + gift_micros + cashback_micros + credit_micros + billed_micros
    + held_micros + expected_micros + revenue_micros + clearing_micros = 0
  and amount_micros = case kind
    when 'hold' then held_micros
    when 'void' then -held_micros
    when 'post' then case when held_micros = -revenue_micros then revenue_micros end
    when 'dispute' then clearing_micros
    when 'refund' then case when revenue_micros >= 0 and clearing_micros > 0 then -paid_micros end
    when 'refund_failed' then case when revenue_micros <= 0 and clearing_micros < 0 then paid_micros + credit_micros end
    when 'clawback' then case when cashback_micros = -clearing_micros then clearing_micros end
    when 'invoice' then case when credit_micros = -billed_micros then credit_micros end
    when 'invoice_void' then case when credit_micros = -billed_micros then billed_micros end
    when 'invoice_payment' then case when greatest(paid_micros, gift_micros, cashback_micros, credit_micros) = 0
      and credit_micros = 0 then billed_micros end
    when 'transfer' then (abs(paid_micros) + abs(gift_micros) + abs(cashback_micros) + abs(credit_micros)
      + abs(revenue_micros) + abs(clearing_micros)) / 2
    else -clearing_micros end`

/** A page of an account's entries, summed, beside its balance at the same moment. */
const SUMMED = statement(
  'ledger.summed',
  `with page as materialized (
     select e.*, (${SOUND}) is true as sound
       from ledger_entry e where account_id = $1 and id > $2 order by id limit ${PAGE}
   ), summed as (
     select count(*) as entries, count(*) filter (where not sound) as unsound,
       coalesce(sum(paid_micros), 0)::bigint as paid, coalesce(sum(gift_micros), 0)::bigint as gift,
       coalesce(sum(cashback_micros), 0)::bigint as cashback, coalesce(sum(credit_micros), 0)::bigint as credit,
       coalesce(sum(billed_micros), 0)::bigint as billed, coalesce(sum(held_micros), 0)::bigint as held
     from page
   )
   select s.*, (select id from page order by id desc limit 1) as last,
     coalesce(b.paid_micros, 0) as balance_paid, coalesce(b.gift_micros, 0) as balance_gift,
     coalesce(b.cashback_micros, 0) as balance_cashback, coalesce(b.credit_micros, 0) as balance_credit,
     coalesce(b.billed_micros, 0) as balance_billed, coalesce(b.held_micros, 0) as balance_held
   from summed s left join balance b on b.account_id = $1`,
)

const books = ['paid', 'gift', 'cashback', 'credit', 'billed', 'held'] as const
type Book = (typeof books)[number]

type SummedRow = { readonly [B in Book | `balance_${Book}`]: bigint } & {
  readonly entries: bigint
  readonly unsound: bigint
  readonly last: string | null
}

export interface Summed {
  readonly entries: bigint
  /** The deviations, one sentence each; empty where the sums are right. */
  readonly wrong: readonly string[]
}

/**
 * Proof 1 for one account: every entry's legs are its amount and sum to zero, and together they are the balance
 * (semantics D5). Reads page by page, each page in a statement of its own; the last page and the balance are of one
 * moment.
 */
export async function proveSums(db: Tx, account: AccountId, signal?: AbortSignal): Promise<Summed> {
  const sums: Record<Book, bigint> = { paid: 0n, gift: 0n, cashback: 0n, credit: 0n, billed: 0n, held: 0n }
  let [entries, unsound, after] = [0n, 0n, FIRST_ID]
  for (;;) {
    signal?.throwIfAborted()
    const [row] = await db.run<SummedRow>(SUMMED, [account, after])
    if (row === undefined) throw new Error('a sum without a group has one row')
    for (const book of books) sums[book] += row[book]
    entries += row.entries
    unsound += row.unsound
    after = row.last ?? after
    if (row.entries < PAGE) return { entries, wrong: [...unsoundLine(unsound), ...differences(sums, row)] }
  }
}

const unsoundLine = (unsound: bigint): string[] =>
  unsound === 0n ? [] : [`${unsound} entries have legs that are not their amount`]

const differences = (sums: Readonly<Record<Book, bigint>>, row: SummedRow): string[] =>
  books
    .filter((book) => sums[book] !== row[`balance_${book}`])
    .map((book) => `${book} is ${row[`balance_${book}`]} and its entries sum to ${sums[book]}`)
