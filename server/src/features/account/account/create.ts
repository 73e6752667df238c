import { randomBytes } from 'node:crypto'
import { AccountId } from '@hongyan/contract/ids'
import { type Micros, ZERO } from '@hongyan/contract/money'
import { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { AccountTable } from '../../../db/schema/account.ts'
import { txOf } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { accountId, uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'

/** The fields that a caller decides; the others are random or have defaults. */
export type NewAccount = Omit<Insertable<AccountTable>, 'id' | 'hash_key' | 'created_at'> & {
  /** The paid funds that the account starts with. */
  readonly balance: Micros
  /** The gift funds that it starts with; none by default. */
  readonly gift?: Micros
}

const HASH_KEY_BYTES = 32

/** The time zone of an account's days and statements by partition. It is fixed on creation (ruling 30). */
export const homeZone = { us: 'UTC', cn: 'Asia/Shanghai' } as const

/** The language of an account, until its owner chooses one. */
const homeLocale = { us: Locale.English, cn: Locale.SimplifiedChinese } as const

/** The currency of an account by partition. An operator may choose another on creation. */
export const homeCurrency = { us: Currency.Usd, cn: Currency.Cny } as const

/**
 * Creates an account and books its first funds. Returns null if another account has the email address or the phone, or
 * is the house account of the same partition: `houseAccount` relies on that when two processes create it at once.
 */
export async function createAccount(
  tx: Transaction<Schema>,
  clock: Clock,
  { balance, gift = ZERO, ...fields }: NewAccount,
): Promise<AccountId | null> {
  const now = clock.now()
  const id = AccountId.parse(accountId())
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('account')
    .values({
      locale: homeLocale[fields.partition],
      ...fields,
      id,
      hash_key: randomBytes(HASH_KEY_BYTES),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted === 0n) return null
  await ledger.open(txOf(tx), id)
  if (balance > ZERO) {
    await ledger.credit(txOf(tx), [{ id: uuidv7(now), account: id, amount: balance, count: 1 }], now)
  }
  if (gift > ZERO) await ledger.gift(txOf(tx), [{ id: uuidv7(now), account: id, amount: gift, count: 1 }], now)
  return id
}
