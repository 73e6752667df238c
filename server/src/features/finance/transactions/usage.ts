import { DAY, MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../../../db/tx.ts'
import { firstIdAt } from '../../../kit/ids.ts'

const PAGE = 5_000
/** Pages that one request reads: a hundred thousand messages, about a second. */
const PAGES_AT_ONCE = 20
/**
 * No entry belongs to a message older than this: a message is submitted within three days, and its receipt comes within
 * ten.
 */
const LONGEST_LIFE = 14 * DAY
/** The time in a message's id may differ this much from the time of its acceptance, where a clock was corrected. */
const SLACK = MINUTE

/** The usage of a day for one scene, country and price. */
export interface Use {
  readonly scene: MessageScene
  readonly country: string
  readonly unit_price: Micros
  readonly messages: bigint
  readonly parts: bigint
  readonly amount: Micros
}

/** A day of an account, and the times it covers. */
export interface Day {
  readonly account: AccountId
  readonly zone: string
  readonly day: string
  readonly begin: Date
  readonly end: Date
}

export interface Total {
  readonly messages: bigint
  readonly amount: Micros
}

export interface Usage {
  readonly uses: readonly Use[]
  /** The part of the day's total whose messages are not read yet, or no longer stored. */
  readonly rest: Total
  /** True when all messages are read. */
  readonly whole: boolean
}

/**
 * A page of messages before an id, with the sums of those posted on the day. The limit within the lateral join keeps the
 * planner from reading all of the day's entries, up to four million, for each page.
 */
const SCAN = statement(
  'ledger_day_use.scan',
  `with page as materialized (
     select id, settle_entry, scene, country, parts, unit_price_micros, price_micros
       from message where account_id = $1 and id > $2 and id < $3 order by id desc limit ${PAGE}
   ), summed as (
     select scene, country, unit_price_micros as unit_price, count(*) as messages, sum(parts)::bigint as parts,
       sum(price_micros)::bigint as amount
       from page p cross join lateral (
         select kind, at from ledger_entry
          where account_id = $1 and id = p.settle_entry and id >= $4 and id < $5 limit 1
       ) entry
      where kind = 'post' and (at at time zone $6)::date = $7::date group by 1, 2, 3
   )
   select p.*, s.* from (select count(*) as read, (array_agg(id order by id))[1] as last from page) p
     left join summed s on true`,
)

type Scanned = { readonly read: bigint; readonly last: string | null } & (Use | { readonly [C in keyof Use]: null })

/**
 * Reads the messages that name the day's post entries, page by page from the end of the day backwards, until they add
 * up to the entries. Most were accepted on the day itself.
 */
export async function scanUsage(db: Tx, day: Day, total: Total, most = PAGES_AT_ONCE): Promise<Usage> {
  const uses = new Map<string, Use>()
  const left = { messages: total.messages, amount: total.amount as bigint }
  const at = (moment: Date, millis: number): string => firstIdAt(new Date(Math.max(moment.getTime() + millis, 0)))
  const [oldest, from, to] = [at(day.begin, -LONGEST_LIFE), at(day.begin, -SLACK), at(day.end, SLACK)]
  let before = to
  let whole = left.messages === 0n
  for (let page = 0; page < most && !whole; page += 1) {
    const rows = await db.run<Scanned>(SCAN, [day.account, oldest, before, from, to, day.zone, day.day])
    for (const row of rows) {
      if (row.scene === null) continue
      add(uses, row)
      left.messages -= row.messages
      left.amount -= row.amount
    }
    before = rows[0]?.last ?? before
    whole = left.messages === 0n || rows[0]?.read !== BigInt(PAGE)
  }
  return { uses: [...uses.values()], rest: { messages: left.messages, amount: left.amount as Micros }, whole } // a difference of micros
}

/** Adds usage to the sum of its scene, country and price. */
export function add(uses: Map<string, Use>, { scene, country, unit_price, messages, parts, amount }: Use): void {
  const key = `${scene} ${country} ${unit_price}`
  const before = uses.get(key) ?? { messages: 0n, parts: 0n, amount: 0n }
  uses.set(key, {
    scene,
    country,
    unit_price,
    messages: before.messages + messages,
    parts: before.parts + parts,
    amount: (before.amount + amount) as Micros, // a sum of micros
  })
}

const READ = statement(
  'ledger_day_use.read',
  `select d.used_micros as total_amount, d.used_count as total_messages, d.detailed,
     u.scene, u.country, u.unit_price_micros as unit_price, u.messages, u.parts, u.amount_micros as amount
     from ledger_day d left join ledger_day_use u on u.account_id = d.account_id and u.day = d.day and d.detailed
    where d.account_id = $1 and d.day = $2::date`,
)

type Kept = { readonly total_amount: Micros; readonly total_messages: bigint; readonly detailed: boolean } & (
  | Use
  | { readonly [C in keyof Use]: null }
)

const LOCK = statement(
  'ledger_day.lock',
  `select used_micros as amount, used_count as messages from ledger_day
    where account_id = $1 and day = $2::date for update`,
)
const CLEAR = statement('ledger_day_use.clear', `delete from ledger_day_use where account_id = $1 and day = $2::date`)
const WRITE = statement(
  'ledger_day_use.write',
  `insert into ledger_day_use (account_id, day, scene, country, unit_price_micros, messages, parts, amount_micros)
   select $1, $2::date, * from unnest($3::smallint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])`,
)
const DETAILED = statement(
  'ledger_day.detailed',
  `update ledger_day set detailed = true where account_id = $1 and day = $2::date`,
)

/** Stores a closed day's usage, unless entries were added to the day meanwhile. */
const keep = (pool: Pool, { account, day }: Day, total: Total, uses: readonly Use[]): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const [now] = await tx.run<Total>(LOCK, [account, day])
    if (now?.messages !== total.messages || now.amount !== total.amount) return
    const column = <T>(pick: (use: Use) => T): T[] => uses.map(pick)
    await Promise.all([
      tx.run(CLEAR, [account, day]),
      tx.run(WRITE, [
        account,
        day,
        column((use) => use.scene),
        column((use) => use.country),
        column((use) => use.unit_price),
        column((use) => use.messages),
        column((use) => use.parts),
        column((use) => use.amount),
      ]),
      tx.run(DETAILED, [account, day]),
    ])
  })

/** Returns a closed day's usage, stored or read and stored now. Null where the day has none. */
export async function closedUsage(pool: Pool, day: Day, most?: number): Promise<Usage | null> {
  const db = alone(pool)
  const rows = await db.run<Kept>(READ, [day.account, day.day])
  const [first] = rows
  if (first === undefined) return null
  const total: Total = { messages: first.total_messages, amount: first.total_amount }
  if (first.detailed) return keptUsage(rows, total)
  const usage = await scanUsage(db, day, total, most)
  if (usage.whole) await keep(pool, day, total, usage.uses)
  return usage
}

function keptUsage(rows: readonly Kept[], total: Total): Usage {
  const uses = rows.flatMap((row) => (row.scene === null ? [] : [row]))
  const found = uses.reduce((sum, { amount }) => sum + amount, 0n)
  const messages = uses.reduce((sum, use) => sum + use.messages, 0n)
  const rest = { messages: total.messages - messages, amount: (total.amount - found) as Micros } // a difference of micros
  return { uses, rest, whole: true }
}
