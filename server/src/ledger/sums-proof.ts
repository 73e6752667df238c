import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { LAST_ID } from '../kit/ids.ts'
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

/** A page of an account's entries, summed, beside its balance at the same moment. */
const SUMMED = statement(
  'ledger.summed',
  `with page as materialized (
     select e.*, (${SOUND}) is true as sound
       from ledger_entry e where account_id = $1 and id > $2 and id < $3 order by id limit ${PAGE}
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
  let [sums, unsound, checkpoint]: [Checkpoint, bigint, Checkpoint] = [from, 0n, from]
  for (let [after, end] = [from.before, mark > from.before ? mark : LAST_ID]; ;) {
    signal?.throwIfAborted()
    const [row] = await db.run<SummedRow>(SUMMED, [account, after, end])
    if (row === undefined) throw new Error('a sum without a group has one row')
    sums = added(sums, row)
    unsound += row.unsound
    after = row.last ?? after
    if (row.entries === PAGE) continue
    if (end === mark) checkpoint = { ...sums, before: mark }
    if (end === LAST_ID) {
      const wrong = [...unsoundLine(unsound), ...differences(sums, row)]
      return { entries: sums.entries - from.entries, checkpoint, wrong }
    }
    // Not from the last entry read: an entry before the mark that is committed now would be in the sums, and not in the
    // checkpoint.
    ;[after, end] = [mark, LAST_ID]
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
