import { decimalOf, type Micros, micros, ZERO } from '@hongyan/contract/money'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import { accountNamed } from '../../db/account-named.ts'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Arguments, type Command, type CommandResult, positiveAmount } from '../../kit/command.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { StartError } from '../../kit/start-error.ts'
import { ledger } from '../../ledger/ledger.ts'
import type { AccountEffects } from '../deps.ts'
import { bookedResult, type Booking, bookOnce, bookPayment, currencyOf, notifyBooked, typedIn } from './book-once.ts'
import { assignPayment, listPayments, returnPayment } from './unassigned.ts'

export interface BookingCommandDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly accounts: Pick<AccountEffects, 'raiseLevel'>
}

type Change = 'credit' | 'debit' | 'gift'

const DONE: Readonly<Record<Change, string>> = { credit: 'Credited', debit: 'Deducted', gift: 'Gave' }
const TO: Readonly<Record<Change, string>> = { credit: 'to', debit: 'from', gift: 'to' }

/** Books a transfer, a correction or a gift that no provider reports. */
const change =
  (kind: Change) =>
  async ({ db, clock, accounts }: BookingCommandDeps, args: Arguments): Promise<CommandResult> => {
    const [owner = '', given = ''] = args.positionals
    const amount = positiveAmount('The amount', given)
    const words = typedIn(args)
    const account = await accountNamed(db, owner)
    const at = clock.now()
    const booking: Booking = { ...words, account, kind, amount, action: `ledger.${kind}`, at }
    const booked = await db.transaction().execute((tx) =>
      bookOnce(tx, booking, async () => {
        if (kind === 'debit' && args.options['below-zero'] !== true) await refuseDebt(tx, booking)
        const entry =
          kind === 'credit' ? await bookPayment(tx, accounts, booking, 'cash') : await bookEntry(tx, booking)
        await notifyBooked(tx, booking, kind, await currencyOf(tx, account))
        return entry
      }),
    )
    const what = `${decimalOf(amount)} ${booked.currency}`
    return bookedResult(booked, `${DONE[kind]} ${what} ${TO[kind]} ${owner}, reference ${booking.reference}.`)
  }

/** Books a gift or a deduction. */
async function bookEntry(tx: Transaction<Schema>, { account, amount, kind, at }: Booking): Promise<string> {
  const entry = { id: uuidv7(at), account, amount, count: 1 }
  if (kind === 'gift') await ledger.gift(txOf(tx), [entry], at)
  else await ledger.debit(txOf(tx), [{ ...entry, channel: 'cash' }], at)
  return entry.id
}

/** Only a correction may take an account below zero (semantics D5), so the operator has to say so. */
async function refuseDebt(tx: Transaction<Schema>, { account, amount }: Booking): Promise<void> {
  const free = await freeFunds(tx, account)
  if (amount <= free) return
  throw new StartError(`The account has only ${decimalOf(free)} that is not held; --below-zero books the rest as debt.`)
}

async function freeFunds(tx: Transaction<Schema>, account: AccountId): Promise<Micros> {
  const { balance } = await tx
    .selectFrom('balance')
    .select('balance_micros as balance')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return balance > ZERO ? micros(balance) : ZERO
}

const typed = { reference: 'text', reason: 'text' } as const
const USAGE = '<email or id> <amount> --reference <transfer> --reason <words> --by <name>'

export const bookingCommands: readonly Command<BookingCommandDeps>[] = [
  {
    name: 'ledger credit',
    usage: `${USAGE} [--json]`,
    options: typed,
    by: 'required',
    arity: 2,
    run: change('credit'),
  },
  {
    name: 'ledger debit',
    usage: `${USAGE} [--below-zero] [--json]`,
    options: { ...typed, 'below-zero': 'flag' },
    by: 'required',
    arity: 2,
    run: change('debit'),
  },
  { name: 'ledger gift', usage: `${USAGE} [--json]`, options: typed, by: 'required', arity: 2, run: change('gift') },
  { name: 'payment list', usage: '[--json]', options: {}, arity: 0, run: listPayments },
  {
    name: 'payment assign',
    usage: '<order or payment> [--account <email or id>] --reason <words> --by <name> [--json]',
    options: { account: 'text', reason: 'text' },
    by: 'required',
    arity: 1,
    run: assignPayment,
  },
  {
    name: 'payment return',
    usage: '<order or payment> --reference <refund at the provider> --reason <words> --by <name> [--json]',
    options: typed,
    by: 'required',
    arity: 1,
    run: returnPayment,
  },
]
