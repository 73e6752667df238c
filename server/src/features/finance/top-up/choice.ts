import type { TopUpChoice } from '@hongyan/contract/endpoints/finance/top-up'
import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, micros, type Micros } from '@hongyan/contract/money'
import { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { channelsFor } from '../../../payments/channels.ts'
import type { TopUpDeps } from './deps.ts'
import { type OrderRow, type Payer, readPayable, readPayer } from '../../../payments/orders/store.ts'

/** The number of newest messages that the estimate is based on. */
const SAMPLED_MESSAGES = 1_000
const DAYS = 30

/** The channels, the cashback and an estimate of the daily cost, for the top-up page. */
export async function choiceOf(deps: TopUpDeps, account: AccountId): Promise<TopUpChoice> {
  const payer = await readPayer(deps.db, account)
  return {
    channels: channelsFor(payer, deps.channels),
    cashback_until: mayWinCashback(payer) ? deps.cashbackUntil.toISOString() : null,
    cards: deps.newCards[payer.partition],
    pending: (await readPayable(deps.db, account, deps.clock.now())).flatMap(presentPending),
    outlook: await outlookOf(deps, account, payer.currency),
  }
}

/** Empty for an order without a payment link. */
const presentPending = ({ id, action, payload, amount_micros: amount, channel, currency }: OrderRow) =>
  action === null || payload === null ? [] : [{ id, action, payload, amount: decimalOf(amount), channel, currency }]

const mayWinCashback = ({ partition, currency }: Payer): boolean =>
  partition === Partition.Cn && currency === Currency.Cny

/** Estimates the daily cost: country and price from the newest messages, their number from the last days. */
async function outlookOf(
  { db, clock, prices }: TopUpDeps,
  account: AccountId,
  currency: Currency,
): Promise<TopUpChoice['outlook']> {
  const { country, messages, cost, month } = await readTraffic(db, account, clock.now())
  if (country === null) return null
  const unitPrice = prices().unitPrice({ currency, country, product: 'sms', scene: MessageScene.Notification })
  if (unitPrice === null) return null
  const daily = micros((cost * month) / (messages * BigInt(DAYS)))
  return { iso2: country, unit_price: decimalOf(unitPrice), daily_cost: decimalOf(daily) }
}

interface Traffic {
  /** The country of most of the newest messages; null without messages. */
  readonly country: string | null
  readonly messages: bigint
  readonly cost: Micros
  /** Messages of the last DAYS full days. */
  readonly month: bigint
}

/** Reads the newest messages by the primary key, so the cost does not grow with the number of messages. */
async function readTraffic(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Traffic> {
  const { rows } = await sql<Traffic>`
    with newest as (
      select country, price_micros from message where account_id = ${account} order by id desc limit ${SAMPLED_MESSAGES}
    ), today as (
      select (${now}::timestamptz at time zone time_zone)::date as day from account where id = ${account}
    )
    select (select country from newest group by country order by count(*) desc, country limit 1) as country,
      count(*) as messages, coalesce(sum(price_micros), 0)::bigint as cost,
      (select coalesce(sum(d.msg_cnt), 0)::bigint from daily d, today t
        where d.account_id = ${account} and d.day between t.day - ${DAYS}::integer and t.day - 1) as month
    from newest`.execute(db)
  const [traffic] = rows
  return traffic ?? { country: null, messages: 0n, cost: micros(0n), month: 0n }
}
