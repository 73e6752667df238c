import { DAY, MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { FIRST_ID, firstIdAt, LAST_ID, momentOf } from '../kit/ids.ts'

const PAGE = 5_000
/**
 * The longest time between a message and an entry that it names: three days until the hand-over, ten days in which a
 * receipt may arrive, and a day of reserve.
 */
const LONGEST_LIFE = 14 * DAY
/** The largest difference between the clocks of two processes. */
const CLOCKS_APART = MINUTE

/** The entries after one id and before another; both ids are time bounds and belong to no entry. */
export interface Stretch {
  readonly from: string
  readonly to: string
}

const NEWEST = statement(
  'ledger.newest',
  `select id from ledger_entry where account_id = $1 and id < $2 order by id desc limit 1`,
)

const ENTRIES = statement(
  'ledger.entries',
  `select id, case kind when 'hold' then 'hold' else 'settle' end as side, amount_micros as amount, count::bigint as count
     from ledger_entry where account_id = $1 and id > $2 and id < $3 and kind in ('hold', 'post', 'void')
    order by id limit ${PAGE}`,
)

/** A page of messages, summed by the entries that they name. */
const NAMED = statement(
  'ledger.named',
  `with page as materialized (
     select id, hold_entry, settle_entry, price_micros
       from message where account_id = $1 and id > $2 and id < $3 order by id limit ${PAGE}
   ), named as (
     select 'hold' as side, hold_entry as id, price_micros from page
     union all
     select 'settle', settle_entry, price_micros from page
   ), summed as (
     select side, id, sum(price_micros)::bigint as amount, count(*) as count from named
      where id >= $4 and id < $5 group by side, id
   )
   select p.*, s.* from (select count(*) as read, (array_agg(id order by id desc))[1] as last from page) p left join summed s on true`,
)

const MISSING = statement(
  'ledger.missing',
  `select n.id from unnest($2::uuid[]) as n(id)
    where not exists (select from ledger_entry e where e.account_id = $1 and e.id = n.id)`,
)

type Side = 'hold' | 'settle'

interface EntryRow {
  readonly id: string
  readonly side: Side
  readonly amount: bigint
  readonly count: bigint
}

type NamedRow = { readonly last: string | null; readonly read: bigint } & (
  | { readonly id: null }
  | { readonly id: string; readonly side: Side; readonly amount: bigint; readonly count: bigint }
)

/** By side and entry: the entries' sums less those of their messages. A difference of zero is dropped. */
type Tally = Map<string, { readonly amount: bigint; readonly count: bigint }>

function add(tally: Tally, side: Side, id: string, amount: bigint, count: bigint): void {
  const key = `${side} ${id}`
  const before = tally.get(key) ?? { amount: 0n, count: 0n }
  const after = { amount: before.amount + amount, count: before.count + count }
  if (after.amount === 0n && after.count === 0n) tally.delete(key)
  else tally.set(key, after)
}

export interface Detailed {
  /** The number of messages read. */
  readonly messages: bigint
  /** The entries whose messages do not sum to them, as `hold <id>` or `settle <id>`. */
  readonly wrong: readonly string[]
}

/**
 * Runs proof 2 for one account: for every hold, post and void entry of a range, the messages that name it sum to its
 * amount and count (semantics D5). Reads entries and messages in the order of their ids, page by page, each page in a
 * statement of its own, and keeps only unmatched ones in memory. Ignores later writes: the proof ends at the entry that
 * was the newest at its start. An entry that is committed at that moment may be reported once, and not when the account
 * is proved again.
 */
export async function proveDetail(
  db: Tx,
  account: AccountId,
  { from, to }: Stretch,
  signal?: AbortSignal,
): Promise<Detailed> {
  const [newest] = await db.run<{ id: string }>(NEWEST, [account, to])
  const tally: Tally = new Map()
  let read = 0n
  const oldestMessage = shifted(from, -LONGEST_LIFE)
  const youngestMessage = to === LAST_ID ? LAST_ID : shifted(to, CLOCKS_APART)

  const entries: Source['read'] = async (after) => {
    const rows = await db.run<EntryRow>(ENTRIES, [account, after, to])
    for (const { side, id, amount, count } of rows) add(tally, side, id, amount, count)
    return { last: rows.at(-1)?.id ?? after, more: rows.length === PAGE }
  }
  const messages: Source['read'] = async (after) => {
    const rows = await db.run<NamedRow>(NAMED, [account, after, youngestMessage, from, to])
    for (const row of rows) if (row.id !== null) add(tally, row.side, row.id, -row.amount, -row.count)
    read += rows[0]?.read ?? 0n
    return { last: rows[0]?.last ?? after, more: rows[0]?.read === BigInt(PAGE) }
  }

  await readInOrder({ read: entries, from }, { read: messages, from: oldestMessage }, signal)
  const bound = newest?.id ?? FIRST_ID
  const unmatched = [...tally.keys()]
  const younger = unmatched.filter((key) => idOf(key) > bound)
  const missing = await missingOf(db, account, younger.map(idOf))
  return { messages: read, wrong: unmatched.filter((key) => idOf(key) <= bound || missing.has(idOf(key))) }
}

const idOf = (key: string): string => key.slice(key.indexOf(' ') + 1)

const shifted = (id: string, millis: number): string =>
  firstIdAt(new Date(Math.max(momentOf(id).getTime() + millis, 0)))

/**
 * Returns the named entries that do not exist. An entry is committed with its messages, so it is visible when they are.
 */
async function missingOf(db: Tx, account: AccountId, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.run<{ id: string }>(MISSING, [account, ids])
  return new Set(rows.map(({ id }) => id))
}

interface Source {
  /** Reads the page after an id. Returns its last id, and whether more follow. */
  readonly read: (after: string) => Promise<{ readonly last: string; readonly more: boolean }>
  readonly from: string
}

/** Reads two sources to their ends; the next page is always of the one whose last id is the lower. */
async function readInOrder(one: Source, other: Source, signal?: AbortSignal): Promise<void> {
  const lines = [one, other].map(({ read, from }) => ({ read, last: from, more: true }))
  for (;;) {
    signal?.throwIfAborted()
    const [next] = lines.filter(({ more }) => more).toSorted((a, b) => (a.last < b.last ? -1 : 1))
    if (next === undefined) return
    Object.assign(next, await next.read(next.last))
  }
}
