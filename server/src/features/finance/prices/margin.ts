import { DAY, MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { IS_CHARGED, IS_DELIVERED } from '../../../gateway/charged.ts'
import { firstIdAt } from '../../../kit/ids.ts'
import { UNIT_COST } from '../../../pricing/cost-store.ts'

/** The messages of a day that one upstream carried to one country, for accounts of one currency. */
export interface Margin {
  readonly upstream: string
  readonly country: string
  readonly currency: Currency
  readonly messages: bigint
  readonly parts: bigint
  readonly charged: Micros
  readonly cost: Micros
  /** Messages whose upstream has no cost for them. They are in no sum of costs. */
  readonly withoutCost: bigint
}

/** Messages of one statement: some hundred milliseconds. */
const PAGE = 50_000
/** The time in a message's id may differ this much from the time of its acceptance, where a clock was corrected. */
const SLACK = MINUTE

/** The accounts with messages near a day, which `daily` keeps by the days of their own zones. */
const ACCOUNTS = statement(
  'margin.accounts',
  `select distinct account_id as account from daily where day between $1::date - 1 and $1::date + 1 order by 1`,
)

const WAS_HANDED_OVER = `(m.sent_at is not null or ${IS_DELIVERED})`

/** A channel on a customer's own account: the code of its link is its id. */
const IS_MANAGED = `(m.upstream ~ '^[0-9a-f]{32}$')`

const SUMS = statement(
  'margin.sums',
  `with page as materialized (
     select * from message where account_id = $1 and id > $2 and id < $3 order by id limit ${PAGE}
   ), carried as (
     select m.upstream, m.country, m.parts, a.currency,
       case when ${IS_CHARGED} then m.price_micros else 0 end as charged,
       case when ${IS_MANAGED} then 0 else ${UNIT_COST} end as unit_cost
     from page m join account a on a.id = m.account_id
     where m.accepted_at >= $4 and m.accepted_at < $5 and m.upstream is not null and ${WAS_HANDED_OVER}
   ), summed as (
     select upstream, country, currency, count(*) as messages, sum(parts)::bigint as parts,
       sum(charged)::bigint as charged, coalesce(sum(parts * unit_cost), 0)::bigint as cost,
       count(*) filter (where unit_cost is null) as "withoutCost"
     from carried group by 1, 2, 3
   )
   select p.*, s.* from (select count(*) as read, (array_agg(id order by id desc))[1] as last from page) p
     left join summed s on true`,
)

type Read = { readonly read: bigint; readonly last: string | null } & (Margin | { readonly upstream: null })

/** Sums up a day (UTC) from its messages, by upstream, country and currency, in this order. */
export async function readMargins(pool: Pool, day: string): Promise<readonly Margin[]> {
  const db = alone(pool)
  const found = new Map<string, Margin>()
  for (const { account } of await db.run<{ account: AccountId }>(ACCOUNTS, [day])) {
    await addAccount(found, (after) => db.run<Read>(SUMS, [account, after, ...boundsOf(day)]), firstOf(day))
  }
  const inOrder = ({ upstream, country, currency }: Margin) => `${upstream} ${country} ${currency}`
  return [...found.values()].toSorted((one, other) => (inOrder(one) < inOrder(other) ? -1 : 1))
}

const firstOf = (day: string): string => firstIdAt(new Date(Date.parse(day) - SLACK))

function boundsOf(day: string): readonly [before: string, begin: Date, end: Date] {
  const begin = new Date(day)
  const end = new Date(begin.getTime() + DAY)
  return [firstIdAt(new Date(end.getTime() + SLACK)), begin, end]
}

async function addAccount(
  found: Map<string, Margin>,
  read: (after: string) => Promise<readonly Read[]>,
  first: string,
): Promise<void> {
  for (let after: string | null = first; after !== null;) {
    const page: readonly Read[] = await read(after)
    for (const row of page) if (row.upstream !== null) add(found, row)
    const [one] = page
    after = one === undefined || one.read < BigInt(PAGE) ? null : one.last
  }
}

function add(found: Map<string, Margin>, row: Margin): void {
  const { upstream, country, currency } = row
  const key = `${upstream} ${country} ${currency}`
  const before = found.get(key)
  found.set(key, {
    upstream,
    country,
    currency,
    messages: (before?.messages ?? 0n) + row.messages,
    parts: (before?.parts ?? 0n) + row.parts,
    charged: micros((before?.charged ?? 0n) + row.charged),
    cost: micros((before?.cost ?? 0n) + row.cost),
    withoutCost: (before?.withoutCost ?? 0n) + row.withoutCost,
  })
}
