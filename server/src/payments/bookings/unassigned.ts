import { TopUpId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Transaction } from 'kysely'
import { accountNamed } from '../../db/account-named.ts'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Arguments, type CommandResult, operatorOf, optional } from '../../kit/command.ts'
import { StartError } from '../../kit/start-error.ts'
import { ledger } from '../../ledger/ledger.ts'
import { type OpenAlarm, openAlarmsOf, resolvePayment, UNASSIGNED } from '../alarms/open.ts'
import { findById, lockOrder, type OrderRow, updateOrder } from '../orders/store.ts'
import type { AccountEffects } from '../deps.ts'
import {
  bookedResult,
  type Booking,
  bookOnce,
  bookPayment,
  currencyOf,
  notifyBooked,
  reasonIn,
  typedIn,
} from './book-once.ts'

interface UnassignedDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

interface AssignmentDeps extends UnassignedDeps {
  readonly accounts: Pick<AccountEffects, 'raiseLevel'>
}

/** Money without an account, and the order that it was for. */
interface Unassigned {
  readonly alarm: OpenAlarm
  readonly amount: Micros
  readonly order: OrderRow
  /** The provider's id of the payment; the order's id in alarms from before that was kept. */
  readonly payment: string
}

const paymentOf = ({ payment_id: payment, about }: OpenAlarm): string => payment ?? about

/** Lists the payments that no account was credited with, the oldest first. */
export async function listPayments({ db }: UnassignedDeps): Promise<CommandResult> {
  const payments = await Promise.all(
    (await openAlarmsOf(db, UNASSIGNED)).map(async (alarm) => ({
      payment: paymentOf(alarm),
      order: alarm.about,
      account: (await orderOf(db, alarm))?.account_id ?? null,
      channel: alarm.channel,
      kind: alarm.kind,
      amount: alarm.amount_micros === null ? null : decimalOf(alarm.amount_micros),
      currency: alarm.currency,
      at: alarm.at.toISOString(),
    })),
  )
  const lines = payments.map(
    ({ payment, order, account, channel, kind, amount, currency, at }) =>
      `${at} ${channel} ${kind} ${amount ?? '?'} ${currency ?? ''} | payment ${payment} | order ${order} | account ${account ?? '?'}`,
  )
  return { line: lines.length === 0 ? 'Every payment has an account.' : lines.join('\n'), json: { payments } }
}

/** Credits the payment to the account of its order, or to another one. */
export async function assignPayment({ db, clock, accounts }: AssignmentDeps, args: Arguments): Promise<CommandResult> {
  const found = await unassignedNamed(db, args.positionals[0] ?? '')
  const owner = optional(args, 'account')
  const account = owner === null ? found.order.account_id : await accountNamed(db, owner)
  const { alarm, amount, order, payment } = found
  const currency = await currencyOf(db, account)
  if (alarm.currency !== currency) {
    throw new StartError(`The payment is in ${alarm.currency} and the account in ${currency}: return it instead.`)
  }
  const [reason, operator, at] = [reasonIn(args), operatorOf(args), clock.now()]
  const named = { reference: payment, reason, operator, action: 'payment.assign', at }
  const booking: Booking = { ...named, account, kind: 'assigned', amount }
  const booked = await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account, order.account_id])
    const result = await bookOnce(tx, booking, async () => {
      const entry = await bookPayment(tx, accounts, booking, alarm.channel)
      await notifyBooked(tx, booking, 'credit', currency)
      return entry
    })
    await settle(tx, found, booking)
    return result
  })
  return bookedResult(booked, `Credited ${decimalOf(amount)} ${currency} of payment ${payment} to account ${account}.`)
}

/** Records that staff sent the payment back at the provider. The books never had it, so no entry is made. */
export async function returnPayment({ db, clock }: UnassignedDeps, args: Arguments): Promise<CommandResult> {
  const found = await unassignedNamed(db, args.positionals[0] ?? '')
  const { amount, order, payment } = found
  const account = order.account_id
  const at = clock.now()
  const booking: Booking = { ...typedIn(args), account, kind: 'returned', amount, action: 'payment.return', at }
  const booked = await db.transaction().execute(async (tx) => {
    const result = await bookOnce(tx, booking, async () => {
      await notifyBooked(tx, booking, 'returned', found.order.currency)
      return null
    })
    if (result.isNew) await settle(tx, found, booking)
    return result
  })
  return bookedResult(booked, `Payment ${payment} is returned, reference ${booking.reference}.`)
}

/** Closes the alarms about the payment, and an order that waits for it. The caller has locked the order's balance. */
async function settle(
  tx: Transaction<Schema>,
  { alarm, order, payment }: Unassigned,
  { kind, reference, operator, at }: Booking,
): Promise<void> {
  await resolvePayment(tx, alarm, {
    resolution: `${kind} ${kind === 'returned' ? reference : payment}`,
    by: operator,
    at,
  })
  const { status } = await lockOrder(tx, order)
  if (status !== TopUpStatus.Paid) {
    await updateOrder(tx, order, { poll_at: null, ...(status === TopUpStatus.Open && { status: TopUpStatus.Failed }) })
  }
}

async function orderOf(db: Kysely<Schema>, { about }: OpenAlarm): Promise<OrderRow | null> {
  const id = TopUpId.safeParse(about)
  return id.success ? findById(db, id.data) : null
}

async function unassignedNamed(db: Kysely<Schema>, name: string): Promise<Unassigned> {
  const open = (await openAlarmsOf(db, UNASSIGNED)).filter(
    (alarm) => alarm.about === name.toLowerCase() || alarm.payment_id === name,
  )
  const payments = [...new Set(open.map(paymentOf))]
  if (payments.length > 1) throw new StartError(`${name} has several payments: name ${payments.join(' or ')}.`)
  const [alarm] = open
  const order = alarm === undefined ? null : await orderOf(db, alarm)
  if (alarm === undefined || order === null || alarm.amount_micros === null) {
    throw new StartError(`There is no payment ${name} without an account: see \`hongyan payment list\`.`)
  }
  return { alarm, order, amount: alarm.amount_micros, payment: paymentOf(alarm) }
}
