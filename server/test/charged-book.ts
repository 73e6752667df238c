import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { alone, inTransaction } from '../src/db/tx.ts'
import { type Charge, ledger } from '../src/ledger/ledger.ts'
import { type Verified, verifyLedger, wholeDetail } from '../src/ledger/verify.ts'
import { admit, type Books, booksOf, emptyBook, entryOf, fill, newBook, settle, type TestBook } from './book.ts'

/** The entries that move a part of a charge and name it. */
export type ChargeMove = 'dispute' | 'disputeWon' | 'clawback' | 'clawbackFailed'

/** The ledger of one account whose funds came from charges. */
export interface ChargedBook {
  readonly pool: Pool
  readonly account: AccountId
  /** Adds a charge. Returns its entry's id, which identifies the charge. */
  readonly charge: (amount: bigint) => Promise<string>
  readonly move: (how: ChargeMove, of: string, amount: bigint) => Promise<void>
  /** Accepts and posts a message of that price. Returns false when it is not accepted. */
  readonly spend: (price: bigint) => Promise<boolean>
  readonly books: () => Promise<Books>
  readonly charges: () => Promise<readonly Charge[]>
  /** The amount and the unspent rest of each charge. */
  readonly left: () => Promise<readonly (readonly [amount: bigint, unspent: bigint])[]>
  readonly verified: () => Promise<Verified>
}

/** Makes one ledger for all tests of a file and empties it before each. */
export function chargedBook(): ChargedBook {
  let book: TestBook
  let account: AccountId
  beforeAll(async () => {
    book = await newBook([0n])
    const [only] = book.accounts
    if (only === undefined) throw new Error('the book has an account')
    account = only
  })
  afterAll(() => book.close())
  beforeEach(() => emptyBook(book.pool))

  const charges = () => ledger.charges(alone(book.pool), account)
  return {
    get pool() {
      return book.pool
    },
    get account() {
      return account
    },
    async charge(amount) {
      await fill(book.pool, 'credit', account, amount)
      const newest = (await charges()).at(-1)
      if (newest === undefined) throw new Error('what was paid in is a charge')
      return newest.entry
    },
    move: (how, of, amount) =>
      inTransaction(book.pool, async (tx) => {
        await ledger.lock(tx, [account])
        await ledger[how](tx, [{ ...entryOf(account, amount), charge: of, channel: 'stripe' }], new Date())
      }),
    async spend(price) {
      const [accepted] = await admit(book.pool, [{ account, prices: [price] }])
      if (accepted !== undefined) await settle(book.pool, 'post', 1)
      return accepted !== undefined
    },
    books: () => booksOf(alone(book.pool), account),
    charges,
    left: async () => (await charges()).map(({ amount, unspent }) => [amount, unspent]),
    verified: () => verifyLedger(alone(book.pool), wholeDetail(new Date())),
  }
}
