import { expect } from 'vitest'
import type { Tx } from '../src/db/tx.ts'
import { verifyLedger, wholeDetail } from '../src/ledger/verify.ts'
import { rank } from '../src/pipeline/next.ts'
import type { House } from './house.ts'

/** What proofs read: the database, and what the sink wrote down. */
export type Evidence = Pick<House, 'rows' | 'sink'>

interface MessageRow {
  readonly id: string
  readonly status: number
  readonly parts: number
}

const DELIVERED = 4
const ENDED = [8, 9, 11]

/** Counts the sink's submissions of each part, by reference and part. */
const timesTaken = (house: Evidence): ReadonlyMap<string, number> => {
  const taken = new Map<string, number>()
  for (const { reference, part } of house.sink.parts()) {
    const key = `${reference} ${part}`
    taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  return taken
}

/** Proves that the sink has taken no part twice. */
export function proveNoneDoubled(house: Evidence): void {
  expect([...timesTaken(house)].filter(([, times]) => times > 1)).toEqual([])
}

/**
 * Proves that no message is lost (accepted, but neither at the sink nor in a failed state) and none is doubled (a part
 * twice at the sink) (semantics D1).
 */
export async function proveNoneLostNoneDoubled(house: Evidence, accepted: readonly string[]): Promise<void> {
  const handedOver = timesTaken(house)
  const messages = await house.rows<MessageRow>(
    `select replace(id::text, '-', '') as id, status, parts from message order by id`,
  )
  expect(messages.map(({ id }) => id)).toEqual([...accepted].toSorted())
  const known = new Set(accepted)
  const timesOf = ({ id, parts }: MessageRow): number[] =>
    Array.from({ length: parts }, (_, at) => handedOver.get(`${id} ${at + 1}`) ?? 0)
  expect({
    doubled: [...handedOver].filter(([, times]) => times > 1),
    empty: house.sink.parts().filter(({ length }) => length === 0),
    stray: [...handedOver.keys()].filter((key) => !known.has(key.slice(0, 32))),
    lost: messages.filter((message) => timesOf(message).includes(0) && !ENDED.includes(message.status)),
    deniedThoughThere: messages.filter((message) => !timesOf(message).includes(0) && message.status !== DELIVERED),
    deliveredThoughNowhere: messages.filter((message) => timesOf(message).includes(0) && message.status === DELIVERED),
  }).toEqual({ doubled: [], empty: [], stray: [], lost: [], deniedThoughThere: [], deliveredThoughNowhere: [] })
}

/** Proves the balance by its entries, and the entries by the messages that name them (semantics D5), all in micros. */
export async function proveBalance(house: Evidence, start: bigint): Promise<void> {
  const [balance] = await house.rows<Record<string, string>>(`
    select b.paid_micros as paid, b.held_micros as held,
      (select coalesce(sum(price_micros), 0) from message where status = ${DELIVERED}) as posted,
      (select sum(case kind when 'credit' then amount_micros when 'post' then -amount_micros else 0 end) from ledger_entry)
        as "paidByEntries",
      (select sum(case kind when 'hold' then amount_micros when 'credit' then 0 else -amount_micros end) from ledger_entry)
        as "heldByEntries"
    from balance b`)
  const posted = BigInt(balance?.['posted'] ?? -1)
  const paid = start - posted
  expect(balance).toEqual({ paid, held: 0n, posted: String(posted), paidByEntries: String(paid), heldByEntries: '0' })
  expect(await house.rows(ENTRIES_WITHOUT_THEIR_MESSAGES)).toEqual([])
}

/** Each message names one hold entry and one settle entry: a post when it was delivered, a void otherwise. */
const ENTRIES_WITHOUT_THEIR_MESSAGES = `
  with named as (
    select hold_entry as id, 'hold' as kind, price_micros from message
    union all
    select settle_entry, case status when ${DELIVERED} then 'post' else 'void' end, price_micros from message
  ), summed as (
    select id, kind, sum(price_micros) as amount, count(*) as count from named group by id, kind
  )
  select * from summed s full join (select * from ledger_entry where kind <> 'credit') e on e.id = s.id and e.kind = s.kind
  where e.amount_micros is distinct from s.amount or e.count is distinct from s.count`

/** Runs both proofs of the ledger. */
export async function proveLedger(house: Evidence): Promise<void> {
  const db: Tx = {
    run: async <Row>({ text }: { readonly text: string }, values: readonly unknown[]) =>
      (await house.rows(text, values)) as readonly Row[], // pg does not know a statement's row shape
  }
  const verified = await verifyLedger(db, wholeDetail(new Date()), new AbortController().signal)
  expect(verified).toMatchObject({ ok: true, proof1: true, proof2: true, findings: [] })
  expect(verified.entries).toBeGreaterThan(0n)
}

/** Proves the day's counters by the messages. */
export async function proveCounters(house: Evidence): Promise<void> {
  expect(
    await house.rows(`
    select day, msg_cnt, to_cnt, succ_msg_cnt from daily
    except
    select accepted_at::date, count(*), count(distinct to_hash), count(*) filter (where status = ${DELIVERED})
      from message group by 1`),
  ).toEqual([])
}

/**
 * Proves that every payment at the sandbox's services is credited once to its order, and that there is no other credit
 * (semantics D5).
 */
export async function proveTopUps(house: Evidence): Promise<void> {
  const orders = await house.rows<{ readonly paid: boolean; readonly credits: bigint }>(`
    select t.id, t.channel, t.amount_micros as amount, t.status, coalesce(p.status = 'paid', false) as paid,
      (select count(*) from ledger_entry e where e.account_id = t.account_id and e.id = t.entry and e.kind = 'credit'
        and e.amount_micros = p.amount * 10000 and e.channel = t.channel) as credits
    from top_up t left join sandbox_payment p on p.service = t.channel and p.reference = replace(t.id::text, '-', '')`)
  expect(orders.filter(({ paid, credits }) => credits !== (paid ? 1n : 0n))).toEqual([])
  const [entries] = await house.rows<{ readonly credits: bigint }>(
    `select count(*) as credits from ledger_entry where kind = 'credit' and channel <> 'house'`,
  )
  expect(entries?.credits).toBe(BigInt(orders.filter(({ paid }) => paid).length))
}

/**
 * Records every change of a message's status from now on, by a trigger, whichever process makes it. `proveRanks` reads
 * the record.
 */
export async function recordStatuses(house: Evidence): Promise<void> {
  await house.rows(`create table status_change (id uuid, before smallint, after smallint)`)
  await house.rows(`create function record_status() returns trigger language plpgsql as $$ begin
    insert into status_change values (new.id, old.status, new.status);
    return new;
  end $$`)
  await house.rows(`create trigger record_status before update of status on message
    for each row when (old.status <> new.status) execute function record_status()`)
}

/** Proves that no message's rank fell (semantics D1), and that each of these messages has changed its status. */
export async function proveRanks(house: Evidence, accepted: readonly string[]): Promise<void> {
  const ranks = Object.entries(rank).map(([status, of]) => `(${status}, ${of})`)
  const fallen = await house.rows(`
    with ranks (status, rank) as (values ${ranks.join(', ')})
    select c.id, c.before, c.after from status_change c
    join ranks b on b.status = c.before join ranks a on a.status = c.after where a.rank <= b.rank`)
  expect(fallen).toEqual([])
  const unchanged = await house.rows(
    'select id from unnest($1::uuid[]) as k(id) where not exists (select from status_change c where c.id = k.id)',
    [accepted],
  )
  expect(unchanged).toEqual([])
}
