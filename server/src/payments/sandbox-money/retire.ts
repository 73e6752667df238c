import { decimalOf, ZERO } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Transaction } from 'kysely'
import { recordAct } from '../../audit/log.ts'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Arguments, type Command, type CommandResult, operatorOf } from '../../kit/command.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { StartError } from '../../kit/start-error.ts'
import { ledger } from '../../ledger/ledger.ts'
import { notify } from '../../notices/notify.ts'
import { reasonIn } from '../bookings/book-once.ts'
import { findSandboxMoney, type SandboxMoney, sandboxMoneyOf, sumOf, totalOf } from './find.ts'

export interface SandboxMoneyDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** The reason and the operator, as typed. */
interface Order {
  readonly reason: string
  readonly operator: string
}

/** Throws where the database of a live server has sandbox money, which would buy real messages. */
export async function refuseSandboxMoney(db: Kysely<Schema>): Promise<void> {
  const found = await findSandboxMoney(db)
  if (found.length === 0) return
  throw new StartError(
    `The database has sandbox money (${totalOf(found)}), which real messages must not spend: run \`hongyan ledger retire-sandbox --reason <words> --by <name>\` first.`,
  )
}

/** Books the sandbox money out of every account. Without --confirm prints what it would book. */
async function retire({ db, clock }: SandboxMoneyDeps, args: Arguments): Promise<CommandResult> {
  const order = { reason: reasonIn(args), operator: operatorOf(args) }
  const found = await findSandboxMoney(db)
  if (args.options['confirm'] !== true) return resultOf(found, false)
  const booked: SandboxMoney[] = []
  for (const { account } of found)
    booked.push(await db.transaction().execute((tx) => retireAccount(tx, account, order, clock.now())))
  await expireOrders(db)
  return resultOf(booked, true)
}

async function retireAccount(
  tx: Transaction<Schema>,
  account: SandboxMoney['account'],
  { reason, operator }: Order,
  at: Date,
): Promise<SandboxMoney> {
  await ledger.lock(txOf(tx), [account])
  const money = await sandboxMoneyOf(tx, account)
  for (const { entry: charge, channel, unspent, cashback } of money.charges) {
    const entry = { account, count: 1, charge }
    const fund = { ...entry, id: uuidv7(at), amount: unspent, channel, from: 'paid', to: 'clearing' } as const
    if (unspent > ZERO) await ledger.transfer(txOf(tx), [fund], at)
    if (cashback > ZERO) await ledger.clawback(txOf(tx), [{ ...entry, id: uuidv7(at), amount: cashback }], at)
  }
  await dropCashback(tx, account)
  const [amount, { currency }] = [decimalOf(sumOf(money)), money]
  const act = { account, actor: 'staff', operator, action: 'ledger.retireSandbox' } as const
  const changes = { amount: `${amount} ${currency}`, reason }
  await recordAct(
    txOf(tx),
    act,
    at,
    Object.entries(changes).map(([field, after]) => ({ field, before: null, after })),
  )
  await notify(txOf(tx), { account, kind: 'funds_changed', values: { change: 'debit', amount, currency, reason }, at })
  return money
}

/** Cashback of a payment in the sandbox that is not posted yet is never posted. */
async function dropCashback(tx: Transaction<Schema>, account: SandboxMoney['account']): Promise<void> {
  await tx
    .updateTable('top_up')
    .set({ cashback_micros: null, cashback_due_at: null })
    .where('account_id', '=', account)
    .where('test', '=', true)
    .where('cashback_entry', 'is', null)
    .execute()
}

/** No channel of a live server knows an order of the sandbox. */
async function expireOrders(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('top_up')
    .set({ status: TopUpStatus.Expired, poll_at: null })
    .where('test', '=', true)
    .where('status', 'in', [TopUpStatus.Open, TopUpStatus.Processing])
    .execute()
}

function resultOf(all: readonly SandboxMoney[], booked: boolean): CommandResult {
  const accounts = all.map((money) => ({
    account: money.account,
    amount: decimalOf(sumOf(money)),
    currency: money.currency,
  }))
  const lines = accounts.map(({ account, amount, currency }) => `account ${account}: ${amount} ${currency}`)
  const end = booked
    ? `Retired ${totalOf(all)} of sandbox money.`
    : 'Nothing is booked yet: run it again with --confirm.'
  return {
    line: all.length === 0 ? 'There is no sandbox money.' : [...lines, end].join('\n'),
    json: { booked, accounts },
  }
}

export const sandboxMoneyCommands: readonly Command<SandboxMoneyDeps>[] = [
  {
    name: 'ledger retire-sandbox',
    usage: '--reason <words> --by <name> [--confirm] [--json]',
    options: { reason: 'text', confirm: 'flag' },
    by: 'required',
    arity: 0,
    run: retire,
  },
]
