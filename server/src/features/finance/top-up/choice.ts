import type { TopUpChoice } from '@hongyan/contract/endpoints/finance/top-up'
import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, micros, type Micros } from '@hongyan/contract/money'
import { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { channelsFor } from '../../../payments/channels.ts'
import type { ChoiceDeps } from '../../../payments/deps.ts'
import { type Payer, readPayer } from '../../../payments/orders/store.ts'

/** How many of the newest messages tell what an account sends. */
const LOOKED_AT = 1_000
const DAYS = 30

/** What an account may pay by now, what it could win, and what its days cost. */
export async function choiceOf(deps: ChoiceDeps, account: AccountId): Promise<TopUpChoice> {
  const payer = await readPayer(deps.db, account)
  return {
    channels: channelsFor(payer, deps.channels),
    cashback_until: mayWinCashback(payer) ? deps.cashbackUntil.toISOString() : null,
    card_fields: deps.cardFields[payer.partition],
    outlook: await outlookOf(deps, account, payer.currency),
  }
}

const mayWinCashback = ({ partition, currency }: Payer): boolean =>
  partition === Partition.Cn && currency === Currency.Cny

/** Estimates: the newest messages tell country and price, the days how many there are. */
async function outlookOf(
  { db, clock, prices }: ChoiceDeps,
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
  /** Where most of the newest messages went; null without any. */
  readonly country: string | null
  readonly messages: bigint
  readonly cost: Micros
  /** Messages of the last full days. */
  readonly month: bigint
}

/** Read from the end of the primary key: it costs the same however much there is. */
async function readTraffic(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Traffic> {
  const { rows } = await sql<Traffic>`
    with newest as (
      select country, price_micros from message where account_id = ${account} order by id desc limit ${LOOKED_AT}
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
