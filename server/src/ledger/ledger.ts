import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import { type Statement, statement, type Tx } from '../db/tx.ts'
import { statements } from './statements.ts'

/** An entry of the book: one per account, kind and batch. The messages that name it sum to its amount and count. */
export interface Entry {
  readonly id: string
  readonly account: AccountId
  /** Never below zero: the kind says which way it moves. */
  readonly amount: Micros
  readonly count: number
}

/** Money that comes in from outside, or from the house itself. */
export interface Incoming extends Entry {
  /** Whose clearing book stands against it, such as a payment provider's; the house's own where none is named. */
  readonly channel?: string
}

/** Cashback, and the charge that it came of. */
export interface Cashback extends Incoming {
  /** The entry of the charge; absent where it came of none. */
  readonly charge?: string
}

/** What pays an invoice, and the charge that brought it; absent where funds were there. */
export interface InvoicePaid extends Entry {
  readonly charge?: string
}

/** What is taken back of a charge or its cashback, by a bank or by us, or given back of that. */
export interface Disputed extends Incoming {
  /** The entry of the charge. */
  readonly charge: string
}

/** What of a charge goes back by the channel it came by; `kept` is what the house keeps of that (semantics D5). */
export interface Refunded extends Disputed {
  readonly kept: Micros
}

/** What an account may still spend, in micro-units; the two differ while its credit is reduced. */
export interface Spendable {
  readonly codes: Micros
  readonly others: Micros
}

/** The books money may move between by itself; `clearing` is that of a channel. */
export type Book = 'paid' | 'gift' | 'cashback' | 'credit' | 'revenue' | 'clearing'

/** An amount that leaves one book of an account for another one of the same account. */
export interface Transfer extends Incoming {
  readonly from: Book
  readonly to: Book
}

/** A part of what was paid in, as far as it is not spent. */
export interface Charge {
  /** The entry that brought it in. */
  readonly entry: string
  /** Less what was refunded of it, and what a bank took back and did not give back. */
  readonly amount: Micros
  readonly unspent: Micros
}

const HOUSE_CHANNEL = 'house'

const LOCK = statement(
  'ledger.lock',
  `select b.account_id, b.balance_micros, b.billed_micros, a.credit_enabled, a.credit_micros,
     a.credit_reduced_at is not null as reduced
     from balance b join account a on a.id = b.account_id
    where b.account_id = any($1::uuid[]) order by b.account_id for update of b`,
)

const OPEN = statement('ledger.open', `insert into balance (account_id) values ($1) on conflict do nothing`)

const WATCH = statement('ledger.watch', `update balance set recharge_below = $2 where account_id = $1`)

/** What credit lets an account spend beyond its funds does not count as low. */
const WATCH_LOW = statement(
  'ledger.watch_low',
  `update balance b
      set low_below = p.balance_low_micros - case when a.credit_enabled then a.credit_micros else 0 end
     from account a left join notice_preference p on p.account_id = a.id
    where a.id = $1 and b.account_id = a.id`,
)

/**
 * Use takes the oldest charge first, so what is left lies in the newest: no row has to remember it. What an invoice took
 * of the money that came for it is spent of that charge, however new it is.
 */
const CHARGES = statement(
  'ledger.charges',
  `with moved as (
     select coalesce(charge, id) as id,
       coalesce(sum(case when kind in ('dispute', 'refund') then -amount_micros else amount_micros end)
         filter (where kind <> 'invoice_payment'), 0) as amount,
       coalesce(sum(amount_micros) filter (where kind = 'invoice_payment'), 0) as billed
     from ledger_entry
    where account_id = $1 and kind in ('credit', 'dispute', 'dispute_won', 'refund', 'refund_failed', 'invoice_payment')
      and (kind <> 'invoice_payment' or charge is not null) group by 1
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
 * What an account may still spend, in micro-units: funds less drawn credit and holds, plus what unpaid invoices leave of
 * the credit limit where credit is enabled. Nobody's funds wait for an invoice: one beyond the limit, or of an account
 * whose credit was switched off, takes nothing of them. While credit is reduced, only codes may use the limit (screens S7).
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
  more: readonly ((entry: E) => string | bigint | null)[] = [],
): Promise<void> {
  if (entries.length === 0) return
  if (new Set(entries.map(({ account }) => account)).size < entries.length)
    throw new Error(`${what.name} was asked for two entries of one account at once`)
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
const chargeOf = ({ charge = null }: { readonly charge?: string | null }): string | null => charge

/**
 * The money of every account that the product keeps, as double entry. Only this module writes it, and what is written
 * is never changed: a correction is a new entry.
 * Callers lock before they write, in the house's order: request keys, limits, accounts, messages, each sorted. A call
 * takes at most one entry of an account.
 */
export const ledger = {
  /** Locks the accounts' balances until the transaction ends and tells what each may still spend. */
  async lock(tx: Tx, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Spendable>> {
    const rows = await tx.run<LockedRow>(LOCK, [[...new Set(accounts)]])
    return new Map(rows.map((row) => [row.account_id, spendable(row)]))
  },

  /** Sets amounts aside for messages that were accepted. */
  hold: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.hold, entries, at),

  /**
   * Takes held amounts for good: an upstream was seen to have the messages. Paid funds bear them first, then gift, then
   * cashback (semantics D5); what none of them covers is drawn as credit.
   */
  post: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.post, entries, at),

  /** Gives held amounts back: the messages ended without any upstream having them. */
  void: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.void, entries, at),

  /** Adds paid funds. Drawn credit is paid back first, here as by gift and cashback. */
  credit: (tx: Tx, entries: readonly Incoming[], at: Date): Promise<void> =>
    book(tx, statements.credit, entries, at, [channelOf]),

  /**
   * Adds paid funds that are for an invoice: drawn credit stays. What the invoice does not take of them in the same
   * transaction, the caller moves against drawn credit, so that funds and credit are never there both for long.
   */
  creditApart: (tx: Tx, entries: readonly Incoming[], at: Date): Promise<void> =>
    book(tx, statements.creditApart, entries, at, [channelOf]),

  /** Adds funds that the house gives. */
  gift: (tx: Tx, entries: readonly Incoming[], at: Date): Promise<void> =>
    book(tx, statements.gift, entries, at, [channelOf]),

  /** Adds funds that came of a charge's cashback. */
  cashback: (tx: Tx, entries: readonly Cashback[], at: Date): Promise<void> =>
    book(tx, statements.cashback, entries, at, [channelOf, chargeOf]),

  /**
   * Takes what a bank took back of a charge, at most what is left of it. Paid funds bear it first; the rest is drawn as
   * credit, enabled or not, so that the balance may fall below zero (semantics D5). Gift and cashback stay.
   */
  dispute: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.dispute, entries, at, [channelOf, chargeOf]),

  /** Gives back what a dispute took, as it comes back from the bank: drawn credit first, the rest is paid funds. */
  disputeWon: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.disputeWon, entries, at, [channelOf, chargeOf]),

  /** Takes what is refunded of a charge out of the paid fund, before any channel is asked to pay it out. */
  refund: (tx: Tx, entries: readonly Refunded[], at: Date): Promise<void> =>
    book(tx, statements.refund, entries, at, [channelOf, chargeOf, keptOf]),

  /** Puts back what a refund took that its channel did not pay out: drawn credit first, the rest is paid funds. */
  refundFailed: (tx: Tx, entries: readonly Refunded[], at: Date): Promise<void> =>
    book(tx, statements.refundFailed, entries, at, [channelOf, chargeOf, keptOf]),

  /** Takes cashback back whose charge is refunded, at most what its fund has. */
  clawback: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.clawback, entries, at, [channelOf, chargeOf]),

  /** Puts back what a clawback took whose refund failed. */
  clawbackFailed: (tx: Tx, entries: readonly Disputed[], at: Date): Promise<void> =>
    book(tx, statements.clawbackFailed, entries, at, [channelOf, chargeOf]),

  /**
   * An invoice is issued: credit that was drawn is from now on billed, and no later money pays it back but that for the
   * invoice. What may be spent stays as it was. The database refuses to bill more than is drawn.
   */
  bill: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.bill, entries, at),

  /** An invoice is void: what is not paid of it is drawn credit again. */
  unbill: (tx: Tx, entries: readonly Entry[], at: Date): Promise<void> => book(tx, statements.unbill, entries, at),

  /**
   * Funds pay an invoice: paid funds first, then gift, then cashback. Never draws credit: the database refuses more than
   * there is of funds or of what is billed. Money that came for the invoice is named, so that it is no unspent part of
   * its charge.
   */
  payInvoice: (tx: Tx, entries: readonly InvoicePaid[], at: Date): Promise<void> =>
    book(tx, statements.payInvoice, entries, at, [chargeOf]),

  /** Moves amounts between two books; the database refuses what would take a fund below zero. */
  transfer: (tx: Tx, entries: readonly Transfer[], at: Date): Promise<void> =>
    book(tx, statements.transfer, entries, at, [channelOf, ({ from }) => from, ({ to }) => to]),

  /** What was paid in, oldest first, and how much of each charge is not spent yet; the holds are not taken off. */
  charges: (tx: Tx, account: AccountId): Promise<readonly Charge[]> => tx.run<Charge>(CHARGES, [account]),

  /**
   * From now on each fall of the balance below the amount, whatever causes it, leaves a row in recharge_due (semantics D5:
   * before >= below > after); null ends that. The balance is locked by the caller.
   */
  async watch(tx: Tx, account: AccountId, below: Micros | null): Promise<void> {
    await tx.run(WATCH, [account, below])
  },

  /**
   * From now on each fall of what the account may still spend below the amount that its owner watches leaves a row in
   * balance_low_due, as for a recharge. To be called whenever that amount or the account's credit changes; the balance is
   * locked by the caller.
   */
  async watchLow(tx: Tx, account: AccountId): Promise<void> {
    await tx.run(WATCH_LOW, [account])
  },

  /** Gives a new account its empty balance. */
  async open(tx: Tx, account: AccountId): Promise<void> {
    await tx.run(OPEN, [account])
  },
}
