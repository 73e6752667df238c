import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { expectRows, type Statement, statement, type Tx } from '../db/tx.ts'
import { statements } from './statements.ts'

/** One entry of the ledger for each account, kind and batch. The messages that name it sum to its amount and count. */
export interface Entry {
  readonly id: string
  readonly account: AccountId
  /** Never below zero: the kind decides the direction. */
  readonly amount: Micros
  readonly count: number
}

/** A hold that is booked only where the account covers it. */
export interface CoveredHold extends Entry {
  /** All of its messages are codes, for which an account may spend more while its credit is reduced. */
  readonly codesOnly: boolean
}

/** Money that a channel brings in or takes back, or that the house books itself. */
export interface Incoming extends Entry {
  /** The channel whose clearing book is the other side, such as a payment provider; absent for the house's own. */
  readonly channel?: string
}

/** Cashback, and the charge that it belongs to. */
export interface Cashback extends Incoming {
  /** The entry of the charge; absent for cashback without one. */
  readonly charge?: string
}

/**
 * Drawn credit that an invoice bills, or that a void invoice gives back. `tax` is the part of it that is tax, if any.
 */
export interface Billed extends Entry {
  readonly tax?: Micros
}

/** The payment of an invoice. `charge` is the charge that was made for it; absent for a payment from existing funds. */
export interface InvoicePaid extends Entry {
  readonly charge?: string
}

/** An amount that a bank or the house takes back of a charge or its cashback, or the return of that amount. */
export interface Disputed extends Incoming {
  /** The entry of the charge. */
  readonly charge: string
}

/** The refunded amount of a charge; `kept` is the part that the house keeps (semantics D5). */
export interface Refunded extends Disputed {
  readonly kept: Micros
}

/**
 * The spendable amount of an account, in micro-units: for codes, and for all other messages. They differ while the
 * account's credit is reduced.
 */
export interface Spendable {
  readonly codes: Micros
  readonly others: Micros
}

/** The books that a transfer may name; `clearing` is that of a channel. */
export type Book = 'paid' | 'gift' | 'cashback' | 'credit' | 'revenue' | 'clearing'

/** An amount that moves from one book of an account to another. It reduces the charge that it names. */
export interface Transfer extends Incoming {
  readonly charge?: string
  readonly from: Book
  readonly to: Book
}

/** A charge, with its unspent part. */
export interface Charge {
  /** The entry that brought the money in. */
  readonly entry: string
  /** Without refunds, transfers, and disputed amounts that were not returned. */
  readonly amount: Micros
  readonly unspent: Micros
}

const HOUSE_CHANNEL = 'house'

const OF_ACCOUNTS = `select b.account_id, b.balance_micros, b.billed_micros, a.credit_enabled, a.credit_micros,
     a.credit_reduced_at is not null as reduced
     from balance b join account a on a.id = b.account_id
    where b.account_id = any($1::uuid[]) order by b.account_id`

const READ = statement('ledger.read', OF_ACCOUNTS)
const LOCK = statement('ledger.lock', `${OF_ACCOUNTS} for update of b`)

/** The amounts that `spendable` computes, in SQL. */
const LIMIT = 'b.billed_micros + case when a.credit_enabled then a.credit_micros else 0 end'
const CODES = `b.balance_micros + greatest(${LIMIT}, 0)`

const HOLD_COVERED = statement(
  'ledger.hold_covered',
  `with locked as materialized (
     select b.account_id, ${CODES} as codes,
       case when a.credit_reduced_at is null then ${CODES} else b.balance_micros end as others
       from balance b join account a on a.id = b.account_id
      where b.account_id = any($3::uuid[]) order by b.account_id for update of b
   ), entry as materialized (
     select e.* from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::integer[], $6::boolean[]) as e(id, account_id, amount, count, codes_only)
       join locked l using (account_id) where e.amount <= case when e.codes_only then l.codes else l.others end
   ), booked as (
     insert into ledger_entry (account_id, id, kind, amount_micros, count, at, held_micros, expected_micros)
     select account_id, id, 'hold', amount, count, $1, amount, -amount from entry
   ), moved as (
     update balance b set held_micros = b.held_micros + e.amount from entry e where b.account_id = e.account_id returning 1
   )
   ${expectRows('select count(*) from moved', 'cardinality($2::uuid[])', 'funds')}`,
)

const OPEN = statement('ledger.open', `insert into balance (account_id) values ($1) on conflict do nothing`)

const WATCH = statement('ledger.watch', `update balance set recharge_below = $2 where account_id = $1`)

/**
 * The owner's bound is for the spendable amount, the stored one for balance and billed credit: it is lower by the
 * limit.
 */
const WATCH_LOW = statement(
  'ledger.watch_low',
  `update balance b
      set low_below = p.balance_low_micros - case when a.credit_enabled then a.credit_micros else 0 end
     from account a left join notice_preference p on p.account_id = a.id
    where a.id = $1 and b.account_id = a.id`,
)

/**
 * Use takes the oldest charge first, so the paid funds that are left belong to the newest charges, and no row stores
 * the unspent part of a charge. What an invoice took of the charge made for it counts as spent, even of the newest
 * charge.
 */
const CHARGES = statement(
  'ledger.charges',
  `with moved as (
     select coalesce(charge, id) as id,
       coalesce(sum(case when kind in ('dispute', 'refund', 'transfer') then -amount_micros else amount_micros end)
         filter (where kind <> 'invoice_payment'), 0) as amount,
       coalesce(sum(amount_micros) filter (where kind = 'invoice_payment'), 0) as billed
     from ledger_entry
    where account_id = $1
      and kind in ('credit', 'dispute', 'dispute_won', 'refund', 'refund_failed', 'invoice_payment', 'transfer')
      and (kind not in ('invoice_payment', 'transfer') or charge is not null) group by 1
   ), charge as (select id, amount, greatest(amount - billed, 0) as free from moved)
   select c.id as entry, c.amount::bigint, greatest(least(c.free, b.paid_micros - c.newer), 0)::bigint as unspent
   from (
     select id, amount, free, coalesce(sum(free) over (
       order by id desc rows between unbounded preceding and 1 preceding), 0) as newer from charge
   ) c, balance b
   where b.account_id = $1 order by c.id`,
)

interface LockedRow {
  account_id: AccountId
  balance_micros: Micros
  billed_micros: Micros
  credit_enabled: boolean
  credit_micros: Micros
  reduced: boolean
}

/**
 * The spendable amount in micro-units: funds less drawn credit and holds, plus the part of the credit limit that unpaid
 * invoices leave, where credit is enabled. An invoice beyond the limit, or of an account whose credit was switched off,
 * does not reduce the funds. While credit is reduced, only codes may use the limit (screens S7).
 */
function spendable({ balance_micros: balance, billed_micros: billed, reduced, ...row }: LockedRow): Spendable {
  const limit = billed + (row.credit_enabled ? row.credit_micros : 0n)
  const codes = limit > 0n ? micros(balance + limit) : balance
  return { codes, others: reduced ? balance : codes }
}

async function book<E extends Entry>(
  tx: Tx,
  what: Statement,
  entries: readonly E[],
  at: Date,
  more: readonly ((entry: E) => string | bigint | boolean | null)[] = [],
): Promise<void> {
  if (entries.length === 0) return
  if (new Set(entries.map(({ account }) => account)).size < entries.length)
    throw new Error(`${what.name} got two entries of one account at once`)
  await tx.run(what, [
    at,
    entries.map(({ id }) => id),
    entries.map(({ account }) => account),
    entries.map(({ amount }) => amount),
    entries.map(({ count }) => count),
    ...more.map((pick) => entries.map(pick)),
  ])
}

const channelOf = ({ channel = HOUSE_CHANNEL }: Incoming): string => channel
const keptOf = ({ kept }: Refunded): Micros => kept
const taxOf = ({ tax = ZERO }: Billed): Micros => tax
const chargeOf = ({ charge = null }: { readonly charge?: string | null }): string | null => charge

/**
 * The money of every account, as double entry. Only this module writes it, and a written entry never changes: a
 * correction is a new entry. Callers lock before they write, in the house's order: request keys, limits, messages,
 * balances, backlogs, counters, each sorted. A call takes at most one entry of an account.
 */
export const ledger = {
  /** The spendable amounts of an account as they are now, for those who only tell them. */
  async read(tx: Tx, account: AccountId): Promise<Spendable> {
    const [row] = await tx.run<LockedRow>(READ, [[account]])
    if (row === undefined) throw new Error(`the account ${account} has no balance`)
    return spendable(row)
  },

  /** Locks the accounts' balances until the transaction ends. Returns the spendable amounts. */
  async lock(tx: Tx, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Spendable>> {
    const rows = await tx.run<LockedRow>(LOCK, [[...new Set(accounts)]])
    return new Map(rows.map((row) => [row.account_id, spendable(row)]))
  },

  /** Holds amounts for accepted messages. */
  hold: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.hold, entries, at),

  /**
   * Locks the balances and holds amounts for accepted messages; the caller has not read the spendable amounts. Fails
   * the transaction where an account does not cover its hold.
   */
  holdCovered: (tx: Tx, entries: readonly CoveredHold[], at: Date): Promise<void> =>
    book(tx, HOLD_COVERED, entries, at, [({ codesOnly }) => codesOnly]),

  /**
   * Charges held amounts: there is evidence that an upstream has the messages. Takes paid funds first, then gift, then
   * cashback (semantics D5); draws the rest as credit.
   */
  post: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.post, entries, at),

  /** Releases held amounts: the messages ended before any upstream had them. */
  void: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.void, entries, at),

  /** Adds paid funds. Repays drawn credit first, as gift and cashback do. */
  credit: (tx: Tx, entries: readonly Incoming[], at: Date): Promise<void> =>
    book(tx, statements.credit, entries, at, [channelOf]),

  /**
   * Adds paid funds for an invoice, and repays no drawn credit. In the same transaction, the caller transfers the part
   * that the invoice does not take to drawn credit, so that an account never keeps both funds and drawn credit.
   */
  creditForInvoice: (tx: Tx, entries: readonly Incoming[], at: Date): Promise<void> =>
    book(tx, statements.creditForInvoice, entries, at, [channelOf]),

  /** Adds funds that the house gives. */
  gift: (tx: Tx, entries: readonly Incoming[], at: Date): Promise<void> =>
    book(tx, statements.gift, entries, at, [channelOf]),

  /** Adds the cashback of a charge. */
  cashback: (tx: Tx, entries: readonly Cashback[], at: Date): Promise<void> =>
    book(tx, statements.cashback, entries, at, [channelOf, chargeOf]),

  /**
   * Takes a disputed amount, at most the rest of the charge. Takes paid funds first and draws the rest as credit,
   * enabled or not, so that the balance may fall below zero (semantics D5). Gift and cashback stay.
   */
  dispute: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.dispute, entries, at, [channelOf, chargeOf]),

  /** Returns a disputed amount that the bank paid back: repays drawn credit first, the rest is paid funds. */
  disputeWon: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.disputeWon, entries, at, [channelOf, chargeOf]),

  /** Takes a refund of a charge out of the paid fund, before the channel gets the request to pay it out. */
  refund: (tx: Tx, entries: readonly Refunded[], at: Date): Promise<void> =>
    book(tx, statements.refund, entries, at, [channelOf, chargeOf, keptOf]),

  /**
   * Returns the part of a refund that its channel did not pay out: repays drawn credit first, the rest is paid funds.
   */
  refundFailed: (tx: Tx, entries: readonly Refunded[], at: Date): Promise<void> =>
    book(tx, statements.refundFailed, entries, at, [channelOf, chargeOf, keptOf]),

  /** Takes back the cashback of a refunded charge, at most the cashback fund. */
  clawback: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.clawback, entries, at, [channelOf, chargeOf]),

  /** Returns a clawback whose refund failed. */
  clawbackFailed: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.clawbackFailed, entries, at, [channelOf, chargeOf]),

  /**
   * Bills drawn credit when an invoice is issued: from then on only payments of the invoice repay it. The spendable
   * amount stays. Moves the tax in it out of revenue. The database refuses to bill more than is drawn.
   */
  bill: (tx: Tx, entries: readonly Billed[], at: Date): Promise<void> =>
    book(tx, statements.bill, entries, at, [taxOf]),

  /** Turns the unpaid rest of a void invoice into drawn credit again, and its tax into revenue. */
  unbill: (tx: Tx, entries: readonly Billed[], at: Date): Promise<void> =>
    book(tx, statements.unbill, entries, at, [taxOf]),

  /**
   * Pays an invoice with funds: paid funds first, then gift, then cashback. Never draws credit: the database refuses
   * more than the funds or the billed sum. Names the charge that was made for the invoice, so that the paid amount is
   * no unspent part of that charge.
   */
  payInvoice: (tx: Tx, entries: readonly InvoicePaid[], at: Date): Promise<void> =>
    book(tx, statements.payInvoice, entries, at, [chargeOf]),

  /**
   * Takes an amount back by correction: paid funds first, then gift, then cashback; the rest is drawn as credit, enabled
   * or not, so that the balance may fall below zero (semantics D5).
   */
  debit: (tx: Tx, entries: readonly Incoming[], at: Date): Promise<void> =>
    book(tx, statements.debit, entries, at, [channelOf]),

  /** Moves amounts between two books; the database refuses a transfer that takes a fund below zero. */
  transfer: (tx: Tx, entries: readonly Transfer[], at: Date): Promise<void> =>
    book(tx, statements.transfer, entries, at, [channelOf, chargeOf, ({ from }) => from, ({ to }) => to]),

  /** The charges of an account, oldest first, with their unspent parts; holds are not subtracted. */
  charges: (tx: Tx, account: AccountId): Promise<readonly Charge[]> => tx.run<Charge>(CHARGES, [account]),

  /**
   * Sets the recharge bound: from then on each fall of the balance below it leaves a row in recharge_due (semantics D5:
   * before >= below > after); null ends that. The caller has locked the balance.
   */
  async watch(tx: Tx, account: AccountId, below: Micros | null): Promise<void> {
    await tx.run(WATCH, [account, below])
  },

  /**
   * Updates the low-balance bound: from then on each fall of the spendable amount below the owner's bound leaves a row
   * in balance_low_due. The caller has changed that bound or the account's credit, and has locked the balance.
   */
  async setLowBalanceBound(tx: Tx, account: AccountId): Promise<void> {
    await tx.run(WATCH_LOW, [account])
  },

  /** Opens the empty balance of a new account. */
  async open(tx: Tx, account: AccountId): Promise<void> {
    await tx.run(OPEN, [account])
  },
}
