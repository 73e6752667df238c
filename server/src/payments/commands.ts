import { SECOND } from '@hongyan/contract/durations'
import { TopUpId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Clock } from '../kit/clock.ts'
import { type Arguments, type Command, type CommandResult, operatorOf, required } from '../kit/command.ts'
import { StartError } from '../kit/start-error.ts'
import { openAlarms, resolveAlarms } from './alarms/open.ts'
import { findById, type OrderRow, setPoll } from './orders/store.ts'

export interface PaymentCommandDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** The loops of a running server poll due orders every two seconds. */
const ANSWERED_WITHIN = 20 * SECOND
const POLL_EVERY = SECOND / 2
const MOST_LISTED = 1_000
const TEXT_MAX = 200

const statusNames = new Map(Object.entries(TopUpStatus).map(([name, status]) => [status, name.toLowerCase()]))
const statusName = ({ status }: OrderRow): string => statusNames.get(status) ?? String(status)

/** Makes an order due and waits for the running server to poll its channel. */
async function check({ db, clock }: PaymentCommandDeps, { positionals: [given = ''] }: Arguments) {
  const id = TopUpId.safeParse(given.toLowerCase())
  const order = id.success ? await findById(db, id.data) : null
  if (order === null) throw new StartError(`There is no top-up ${given}.`)
  if (order.by_card) throw new StartError(`Top-up ${given} is charged to a saved card, which the server polls itself.`)
  if (order.status === TopUpStatus.Paid) return resultOf(order, 'is paid')
  await setPoll(db, order, clock.now(), [TopUpStatus.Paid])
  const polled = await untilPolled(db, order)
  if (polled === null) return resultOf(order, 'is due to be polled, but no running server has done so yet')
  return resultOf(polled, `was polled and is ${statusName(polled)}`)
}

/** Waits for the end of a poll that was claimed after the order became due. */
async function untilPolled(db: Kysely<Schema>, { id, polls: before }: OrderRow): Promise<OrderRow | null> {
  for (let waited = 0; waited < ANSWERED_WITHIN; waited += POLL_EVERY) {
    const now = await findById(db, id)
    if (now !== null && now.ended_polls > before) return now
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY))
  }
  return null
}

const resultOf = (order: OrderRow, outcome: string): CommandResult => ({
  line: `Top-up ${order.id} of ${decimalOf(order.amount_micros)} ${order.currency} ${outcome}.`,
  json: { id: order.id, account: order.account_id, status: statusName(order) },
})

async function alarms({ db }: PaymentCommandDeps): Promise<CommandResult> {
  const open = (await openAlarms(db, MOST_LISTED)).map((alarm) => ({
    channel: alarm.channel,
    kind: alarm.kind,
    about: alarm.about,
    payment: alarm.payment_id,
    amount: alarm.amount_micros === null ? null : decimalOf(alarm.amount_micros),
    currency: alarm.currency,
    at: alarm.at.toISOString(),
  }))
  const lines = open.map(
    ({ at, channel, kind, about, amount, currency }) =>
      `${at} ${channel} ${kind} ${about}${amount === null ? '' : ` ${amount} ${currency ?? ''}`}`,
  )
  return { line: lines.length === 0 ? 'There are no open alarms.' : lines.join('\n'), json: { alarms: open } }
}

async function resolve({ db, clock }: PaymentCommandDeps, args: Arguments): Promise<CommandResult> {
  const [about = ''] = args.positionals
  const [resolution, by] = [required(args, 'text').trim(), operatorOf(args)]
  if (resolution === '' || resolution.length > TEXT_MAX) {
    throw new StartError(`--text must have 1 to ${TEXT_MAX} characters.`)
  }
  const resolved = await resolveAlarms(db, about, { resolution, by, at: clock.now() })
  if (resolved === 0) throw new StartError(`There is no open alarm about ${about}.`)
  return { line: `Resolved ${resolved} about ${about}.`, json: { about, resolved } }
}

export const paymentCommands: readonly Command<PaymentCommandDeps>[] = [
  { name: 'top-up check', usage: '<id> [--json]', options: {}, arity: 1, run: check },
  { name: 'top-up alarms', usage: '[--json]', options: {}, arity: 0, run: alarms },
  {
    name: 'top-up resolve',
    usage: '<order or payment> --text <words> --by <name> [--json]',
    options: { text: 'text' },
    by: 'required',
    arity: 1,
    run: resolve,
  },
]
