import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import type { Pool } from 'pg'
import { inTransaction, statement } from '../src/db/tx.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { ledger } from '../src/ledger/ledger.ts'

/** Posts ledger entries of an account at chosen times, by the same calls as the product. */
export interface Moves {
  readonly credit: (amount: bigint, at: Date, channel?: string) => Promise<string>
  readonly gift: (amount: bigint, at: Date) => Promise<string>
  readonly cashback: (amount: bigint, at: Date, charge: string) => Promise<string>
  readonly dispute: (amount: bigint, at: Date, charge: string) => Promise<string>
  readonly disputeWon: (amount: bigint, at: Date, charge: string) => Promise<string>
  readonly transfer: (
    amount: bigint,
    at: Date,
    between: { readonly from: TransferBook; readonly to: TransferBook },
  ) => Promise<string>
  readonly bill: (amount: bigint, at: Date) => Promise<string>
  readonly unbill: (amount: bigint, at: Date) => Promise<string>
  readonly payInvoice: (amount: bigint, at: Date) => Promise<string>
  /** Accepts messages with one hold. */
  readonly accept: (texts: readonly Text[], at: Date) => Promise<Accepted>
  readonly settle: (accepted: Accepted, how: 'post' | 'void', at: Date) => Promise<string>
}

type TransferBook = 'paid' | 'gift' | 'cashback' | 'credit' | 'revenue' | 'clearing'

export interface Text {
  readonly country: string
  readonly scene: 1 | 2 | 3
  readonly parts: number
  readonly unit: bigint
}

export interface Accepted {
  readonly ids: readonly string[]
  readonly amount: bigint
}

const MESSAGES = statement(
  'test.moves.messages',
  `insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene, unicode,
     parts, unit_price_micros, price_micros, status, retention_days, hold_entry)
   select $1, m.id, '', $3, $3, m.country, '', '0123', m.scene, false, m.parts, m.unit, m.parts * m.unit, 0, 30, $4
     from unnest($2::uuid[], $5::text[], $6::smallint[], $7::smallint[], $8::bigint[]) m(id, country, scene, parts, unit)`,
)
const SETTLED = statement(
  'test.moves.settled',
  `update message set settle_entry = $3 where account_id = $1 and id = any($2::uuid[])`,
)

const total = (texts: readonly Text[]): bigint => texts.reduce((sum, { parts, unit }) => sum + BigInt(parts) * unit, 0n)

export function movesOf(pool: Pool, account: AccountId): Moves {
  type Booked = { id: string; account: AccountId; amount: Micros; count: number }
  const book = (
    amount: bigint,
    at: Date,
    work: (tx: Parameters<typeof ledger.credit>[0], entry: Booked) => Promise<unknown>,
    count = 1,
  ): Promise<string> => {
    const id = uuidv7(at)
    return inTransaction(pool, async (tx) => {
      await ledger.lock(tx, [account])
      await work(tx, { id, account, amount: micros(amount), count })
      return id
    })
  }
  return {
    credit: (amount, at, channel = 'stripe') =>
      book(amount, at, (tx, entry) => ledger.credit(tx, [{ ...entry, channel }], at)),
    gift: (amount, at) => book(amount, at, (tx, entry) => ledger.gift(tx, [entry], at)),
    cashback: (amount, at, charge) =>
      book(amount, at, (tx, entry) => ledger.cashback(tx, [{ ...entry, charge, channel: 'alipay' }], at)),
    dispute: (amount, at, charge) =>
      book(amount, at, (tx, entry) => ledger.dispute(tx, [{ ...entry, charge, channel: 'stripe' }], at)),
    disputeWon: (amount, at, charge) =>
      book(amount, at, (tx, entry) => ledger.disputeWon(tx, [{ ...entry, charge, channel: 'stripe' }], at)),
    transfer: (amount, at, between) =>
      book(amount, at, (tx, entry) => ledger.transfer(tx, [{ ...entry, ...between, channel: 'stripe' }], at)),
    bill: (amount, at) => book(amount, at, (tx, entry) => ledger.bill(tx, [entry], at)),
    unbill: (amount, at) => book(amount, at, (tx, entry) => ledger.unbill(tx, [entry], at)),
    payInvoice: (amount, at) => book(amount, at, (tx, entry) => ledger.payInvoice(tx, [entry], at)),
    async accept(texts, at) {
      const ids = texts.map(() => uuidv7(at))
      const column = <T>(pick: (text: Text) => T): T[] => texts.map(pick)
      await book(
        total(texts),
        at,
        async (tx, entry) => {
          await ledger.hold(tx, [entry], at)
          await tx.run(MESSAGES, [
            account,
            ids,
            at,
            entry.id,
            column(({ country }) => country),
            column(({ scene }) => scene),
            column(({ parts }) => parts),
            column(({ unit }) => unit),
          ])
        },
        texts.length,
      )
      return { ids, amount: total(texts) }
    },
    settle: ({ ids, amount }, how, at) =>
      book(
        amount,
        at,
        async (tx, entry) => {
          await ledger[how](tx, [entry], at)
          await tx.run(SETTLED, [account, ids, entry.id])
        },
        ids.length,
      ),
  }
}
