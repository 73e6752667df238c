import { statement } from '../db/tx.ts'

/** The legs of an entry, one for each book. Each kind of entry fills some of them, and they sum to zero. */
const legs = ['paid', 'gift', 'cashback', 'credit', 'billed', 'held', 'expected', 'revenue', 'tax', 'clearing'] as const
type Leg = (typeof legs)[number]
type Legs = Partial<Readonly<Record<Leg, string>>>

/** The books whose running sum the balance keeps. */
const balanceBooks: readonly Leg[] = ['paid', 'gift', 'cashback', 'credit', 'billed', 'held']

/** A column of the entries, which a statement gets as one array. */
export interface Column {
  readonly name: string
  readonly type: string
}

const entryColumns: readonly Column[] = [
  { name: 'id', type: 'uuid' },
  { name: 'account_id', type: 'uuid' },
  { name: 'amount', type: 'bigint' },
  { name: 'count', type: 'integer' },
]

const CHANNEL: Column = { name: 'channel', type: 'text' }
/** The charge that an entry belongs to. */
const CHARGE: Column = { name: 'charge', type: 'uuid' }
/** The part of a refund that the house keeps. */
const KEPT: Column = { name: 'kept', type: 'bigint' }
/** The tax that a billed amount contains. */
const TAX: Column = { name: 'tax', type: 'bigint' }

/**
 * The statement that books entries of a kind, at most one of an account, and moves the balances by their legs. A leg is
 * SQL over the entry `e` and its account's balance `b` before the entry.
 */
function booking(kind: string, entryLegs: Legs, more: readonly Column[] = [], name = kind) {
  const columns = [...entryColumns, ...more]
  const used = legs.filter((leg) => leg in entryLegs)
  const list = (pick: (leg: Leg) => string): string => used.map(pick).join(', ')
  const moved = used.filter((leg) => balanceBooks.includes(leg))
  const named = more.filter((column) => column === CHANNEL || column === CHARGE).map(({ name }) => `${name}, `)
  return statement(
    `ledger.${name}`,
    `with entry as (
       select e.*, ${list((leg) => `${entryLegs[leg] ?? '0'} as ${leg}_leg`)}
         from unnest(${columns.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')})
           as e(${columns.map(({ name }) => name).join(', ')})
         join balance b on b.account_id = e.account_id
     ), booked as (
       insert into ledger_entry (account_id, id, kind, amount_micros, count, at, ${named.join('')}${list((leg) => `${leg}_micros`)})
       select account_id, id, '${kind}', amount, count, $1, ${named.join('')}${list((leg) => `${leg}_leg`)} from entry
     )
     update balance b set ${moved.map((leg) => `${leg}_micros = b.${leg}_micros + e.${leg}_leg`).join(', ')}
       from entry e where b.account_id = e.account_id`,
  )
}

/** Incoming money repays drawn credit first, and only the rest is added to a fund (semantics D5). */
const repaid = 'least(e.amount, -b.credit_micros)'
const incoming = (kind: string, fund: 'paid' | 'gift' | 'cashback', more: readonly Column[] = []) =>
  booking(kind, { credit: repaid, [fund]: `e.amount - ${repaid}`, clearing: '-e.amount' }, [CHANNEL, ...more])

/** The leg of a fund: it pays what the funds `before` it leave of the amount, as far as it goes. */
const paidBy = (fund: string, before: readonly string[]): string =>
  `-greatest(least(${['e.amount', ...before.map((name) => `b.${name}_micros`)].join(' - ')}, b.${fund}_micros), 0)`

/** The leg of a book in a transfer between two books that the entry names. */
const transferLeg = (book: string): string =>
  `e.amount * ((e.target = '${book}')::integer - (e.source = '${book}')::integer)`

export const statements = {
  hold: booking('hold', { held: 'e.amount', expected: '-e.amount' }),
  void: booking('void', { held: '-e.amount', expected: 'e.amount' }),
  post: booking('post', {
    held: '-e.amount',
    expected: 'e.amount',
    revenue: 'e.amount',
    paid: paidBy('paid', []),
    gift: paidBy('gift', ['paid']),
    cashback: paidBy('cashback', ['paid', 'gift']),
    credit: '-greatest(e.amount - b.paid_micros - b.gift_micros - b.cashback_micros, 0)',
  }),
  credit: incoming('credit', 'paid'),
  creditForInvoice: booking('credit', { paid: 'e.amount', clearing: '-e.amount' }, [CHANNEL], 'credit_apart'),
  gift: incoming('gift', 'gift'),
  cashback: incoming('cashback', 'cashback', [CHARGE]),
  dispute: booking(
    'dispute',
    { paid: paidBy('paid', []), credit: '-greatest(e.amount - b.paid_micros, 0)', clearing: 'e.amount' },
    [CHANNEL, CHARGE],
  ),
  disputeWon: incoming('dispute_won', 'paid', [CHARGE]),
  refund: booking('refund', { paid: '-e.amount', revenue: 'e.kept', clearing: 'e.amount - e.kept' }, [
    CHANNEL,
    CHARGE,
    KEPT,
  ]),
  refundFailed: booking(
    'refund_failed',
    { credit: repaid, paid: `e.amount - ${repaid}`, revenue: '-e.kept', clearing: 'e.kept - e.amount' },
    [CHANNEL, CHARGE, KEPT],
  ),
  clawback: booking('clawback', { cashback: '-e.amount', clearing: 'e.amount' }, [CHANNEL, CHARGE]),
  clawbackFailed: incoming('clawback_failed', 'cashback', [CHARGE]),
  bill: booking('invoice', { credit: 'e.amount', billed: '-e.amount', revenue: '-e.tax', tax: 'e.tax' }, [TAX]),
  unbill: booking('invoice_void', { credit: '-e.amount', billed: 'e.amount', revenue: 'e.tax', tax: '-e.tax' }, [TAX]),
  payInvoice: booking(
    'invoice_payment',
    {
      paid: paidBy('paid', []),
      gift: paidBy('gift', ['paid']),
      cashback: paidBy('cashback', ['paid', 'gift']),
      billed: 'e.amount',
    },
    [CHARGE],
  ),
  debit: booking(
    'transfer',
    {
      paid: paidBy('paid', []),
      gift: paidBy('gift', ['paid']),
      cashback: paidBy('cashback', ['paid', 'gift']),
      credit: '-greatest(e.amount - b.paid_micros - b.gift_micros - b.cashback_micros, 0)',
      clearing: 'e.amount',
    },
    [CHANNEL],
    'debit',
  ),
  transfer: booking(
    'transfer',
    {
      paid: transferLeg('paid'),
      gift: transferLeg('gift'),
      cashback: transferLeg('cashback'),
      credit: transferLeg('credit'),
      revenue: transferLeg('revenue'),
      clearing: transferLeg('clearing'),
    },
    [CHANNEL, CHARGE, { name: 'source', type: 'text' }, { name: 'target', type: 'text' }],
  ),
}
