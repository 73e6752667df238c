import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, type Micros, micros, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { ledger } from '../../ledger/ledger.ts'

/** The part of a payment in the sandbox that is still in an account. */
export interface SandboxCharge {
  /** The ledger's entry of the payment. */
  readonly entry: string
  readonly channel: TopUpChannel
  /** Paid funds. */
  readonly unspent: Micros
  readonly cashback: Micros
}

/** The sandbox money of an account. */
export interface SandboxMoney {
  readonly account: AccountId
  readonly currency: Currency
  readonly charges: readonly SandboxCharge[]
}

export const sumOf = ({ charges }: SandboxMoney): Micros =>
  micros(charges.reduce((sum, { unspent, cashback }) => sum + unspent + cashback, 0n))

/** The sums of some accounts by currency: `120.000000 USD, 8.000000 CNY`. */
export function totalOf(all: readonly SandboxMoney[]): string {
  const sums = new Map<Currency, bigint>()
  for (const money of all) sums.set(money.currency, (sums.get(money.currency) ?? 0n) + sumOf(money))
  return [...sums].map(([currency, sum]) => `${decimalOf(micros(sum))} ${currency}`).join(', ')
}

/** Reads the accounts that have sandbox money. */
export async function findSandboxMoney(db: Kysely<Schema>): Promise<readonly SandboxMoney[]> {
  const accounts = await db
    .selectFrom('top_up')
    .select('account_id')
    .distinct()
    .where('test', '=', true)
    .where('entry', 'is not', null)
    .orderBy('account_id')
    .execute()
  const found: SandboxMoney[] = []
  for (const { account_id: account } of accounts) {
    const money = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => sandboxMoneyOf(tx, account))
    if (sumOf(money) > ZERO) found.push(money)
  }
  return found
}

/** Reads the sandbox money of an account. Money that is held for messages stays until they have ended. */
export async function sandboxMoneyOf(tx: Transaction<Schema>, account: AccountId): Promise<SandboxMoney> {
  const { rows: orders } = await sql<Pick<SandboxCharge, 'entry' | 'channel' | 'cashback'>>`
    select t.entry, t.channel, (select coalesce(sum(e.cashback_micros), 0)::bigint from ledger_entry e
      where e.account_id = t.account_id and e.charge = t.entry) as cashback
      from top_up t where t.account_id = ${account} and t.test and t.entry is not null order by t.entry`.execute(tx)
  const unspent = new Map((await ledger.charges(txOf(tx), account)).map((charge) => [charge.entry, charge.unspent]))
  const { currency, ...funds } = await readFunds(tx, account)
  const [paid, cashback] = [limitedTo(least(funds.paid, funds.balance)), limitedTo(funds.cashback)]
  const charges = orders.map(({ cashback: drawn, ...order }) => ({
    ...order,
    unspent: paid(unspent.get(order.entry) ?? ZERO),
    cashback: cashback(drawn),
  }))
  return { account, currency, charges: charges.filter((charge) => charge.unspent + charge.cashback > 0n) }
}

const least = (one: Micros, other: Micros): Micros => (one < other ? one : other)

/** Takes amounts of a sum, each at most what is left of it. */
function limitedTo(sum: Micros): (amount: Micros) => Micros {
  let left = sum > ZERO ? sum : ZERO
  return (amount) => {
    const taken = least(amount, left)
    left = micros(left - taken)
    return taken
  }
}

const readFunds = (tx: Transaction<Schema>, account: AccountId) =>
  tx
    .selectFrom('balance as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.paid_micros as paid', 'b.cashback_micros as cashback', 'b.balance_micros as balance', 'a.currency'])
    .where('b.account_id', '=', account)
    .executeTakeFirstOrThrow()
