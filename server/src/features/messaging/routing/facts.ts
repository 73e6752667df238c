import { createSecretKey } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import { recipientHash } from '../../../gateway/recipient-hash.ts'
import type { Clock } from '../../../kit/clock.ts'
import { firstIdAt } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { PriceBook } from '../../../pipeline/price-book.ts'
import type { Channel, LinkHealth, RoutedMessage, RouteFacts } from '../../../pipeline/route.ts'
import type { PriceBookCache } from '../../../pricing/price-book-cache.ts'

export interface FactDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly prices: Pick<PriceBookCache, 'inForce'>
  /** The code of the link of the product's own channel. */
  readonly standardLink: string
}

const OWNER = statement('account.routed', 'select currency, hash_key as "hashKey" from account where id = $1')

/** The account's own links, and that of the product's own channel. */
const LINKS = statement(
  'link_owner.health',
  `select upstream, state from link_owner where upstream = $2 or upstream in (
     select replace(id::text, '-', '') from upstream where account_id = $1)`,
)

const SPENT = statement(
  'limit_use.spent',
  `select split_part(l.key, '.', 2) as upstream, l.used as spent from limit_use l join account a on a.id = l.account_id
   where l.account_id = $1 and l.key like 'upstream.%'
     and (l.window_start at time zone a.time_zone)::date = ($2::timestamptz at time zone a.time_zone)::date`,
)

const LAST = statement(
  'message.simulated_last',
  `select upstream from message where account_id = $1 and to_hash = $2 and id >= $3 and hold_entry is not null and upstream is not null
   order by id desc limit 1`,
)

/** Reads what a decision about a message that is accepted now depends on, beside its rules. */
export async function readRouteFacts(
  { pool, clock, prices, standardLink }: FactDeps,
  account: AccountId,
  message: RoutedMessage,
): Promise<RouteFacts> {
  const db = alone(pool)
  const now = clock.now()
  const [owner] = await db.run<{ readonly currency: Currency; readonly hashKey: Buffer }>(OWNER, [account])
  if (owner === undefined) throw new Refusal('not_found')
  const [health, spent, last] = await Promise.all([
    readHealth(db, account, standardLink),
    readSpent(db, account, now),
    readLast(db, account, recipientHash(createSecretKey(owner.hashKey), message.to), now),
  ])
  const { book } = prices.inForce()
  const unitPrice = (channel: Channel) => priceOver(book, owner.currency, message, channel)
  return {
    health: (link) => health.get(link) ?? 'up',
    unitPrice,
    // An imagined message has one part.
    isOverCap: (channel) =>
      channel.dailyCap !== null && (spent.get(channel.upstream) ?? 0n) + (unitPrice(channel) ?? 0n) > channel.dailyCap,
    last,
    tried: [],
  }
}

/** The price of one part: over a channel of the customer's own a fee, since its provider charges the customer. */
const priceOver = (
  book: PriceBook,
  currency: Currency,
  { country, scene }: RoutedMessage,
  { provider }: Channel,
): Micros | null => book.unitPrice({ currency, country, scene, product: provider === null ? 'sms' : 'managed_sms' })

async function readHealth(db: Tx, account: AccountId, standardLink: string): Promise<ReadonlyMap<string, LinkHealth>> {
  const rows = await db.run<{ readonly upstream: string; readonly state: LinkHealth }>(LINKS, [account, standardLink])
  return new Map(rows.map(({ upstream, state }) => [upstream, state]))
}

async function readSpent(db: Tx, account: AccountId, now: Date): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.run<{ readonly upstream: string; readonly spent: bigint }>(SPENT, [account, now])
  return new Map(rows.map(({ upstream, spent }) => [upstream, spent]))
}

/** The link of the recipient's last message; null where the last day has none. */
async function readLast(db: Tx, account: AccountId, toHash: Buffer, now: Date): Promise<string | null> {
  const since = firstIdAt(new Date(now.getTime() - limits.stickyFor))
  const [row] = await db.run<{ readonly upstream: string }>(LAST, [account, toHash, since])
  return row?.upstream ?? null
}
