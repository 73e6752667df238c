import { HOUR } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { byteArray, idArray, plainArray, textArray } from '../db/arrays.ts'
import { type Tx, statement } from '../db/tx.ts'
import { firstIdAt } from '../kit/ids.ts'
import { lastFour, NEWEST_FIRST, ofRecipient } from './of-recipient.ts'

/**
 * Days are those of the account's zone, on which the message was accepted (semantics D2). A message names its account by
 * the place in $2, so that the day of each account is found once and not once a message.
 */
const COUNT = statement(
  'daily.count',
  `with owner as materialized (
     select o.nr, o.account_id, o.hold, o.messages, a.time_zone as zone,
       ($1::timestamptz at time zone a.time_zone)::date as day
     from unnest($2::uuid[], $3::uuid[], $4::bigint[]) with ordinality as o(account_id, hold, messages, nr)
     join account a on a.id = o.account_id
   ), days as materialized (
     select array_agg(day::timestamp at time zone zone order by nr) as starts,
       array_agg((day + 1)::timestamp at time zone zone order by nr) as ends from owner
   ), fresh as materialized (
     select w.owner, count(*) as recipients
     from days d, (
       select distinct u.owner, u.last4, u.to_hash
       from unnest($5::integer[], $6::text[], $7::bytea[]) as u(owner, last4, to_hash)) w
     where (
       select true from message m
       where ${ofRecipient({ account: '($2::uuid[])[w.owner]', last4: 'w.last4', hash: 'w.to_hash', first: '$8', last: '$9' })}
         and m.hold_entry <> ($3::uuid[])[w.owner]
         and m.accepted_at >= d.starts[w.owner] and m.accepted_at < d.ends[w.owner]
       order by ${NEWEST_FIRST} limit 1) is null
     group by w.owner
   )
   insert into daily as d (account_id, day, msg_cnt, to_cnt)
   select o.account_id, o.day, o.messages, coalesce(f.recipients, 0)
   from owner o left join fresh f on f.owner = o.nr order by o.account_id, o.day
   on conflict (account_id, day) do update set msg_cnt = d.msg_cnt + excluded.msg_cnt, to_cnt = d.to_cnt + excluded.to_cnt`,
)

/** A day of any zone is at most an hour longer than a day, and ids may be a little ahead of the clock. */
const LONGEST_DAY = 26 * HOUR
const AHEAD = HOUR

/** A message whose money is held. Those of an account name the same hold. */
export interface HeldMessage {
  readonly account: AccountId
  readonly to: string
  readonly toHash: Buffer
  readonly holdEntry: string
}

/**
 * Counts accepted messages and the day's distinct recipients. The messages are written and their money is held in the
 * same transaction before: the lock of the balance keeps the account's other messages away, of whose recipients each
 * counts once.
 */
export async function countAccepted(tx: Tx, messages: readonly HeldMessage[], at: Date): Promise<void> {
  if (messages.length === 0) return
  const owners = new Map<AccountId, { readonly nr: number; readonly hold: string; messages: number }>()
  const ownerOf = messages.map(({ account, holdEntry: hold }) => {
    const owner = owners.get(account) ?? { nr: owners.size + 1, hold, messages: 0 }
    owners.set(account, owner)
    owner.messages += 1
    return owner.nr
  })
  await tx.run(COUNT, [
    at,
    idArray([...owners.keys()]),
    idArray([...owners.values()].map(({ hold }) => hold)),
    plainArray([...owners.values()].map((owner) => owner.messages)),
    plainArray(ownerOf),
    textArray(messages.map((m) => lastFour(m.to))),
    byteArray(messages.map((m) => m.toHash)),
    firstIdAt(new Date(at.getTime() - LONGEST_DAY)),
    firstIdAt(new Date(at.getTime() + LONGEST_DAY + AHEAD)),
  ])
}

/** The rows are locked in the order of their accounts and days. */
const COUNT_DELIVERED = statement(
  'daily.count_delivered',
  `with summed as materialized (
     select m.account_id, (m.accepted_at at time zone a.time_zone)::date as day, count(*) as delivered
     from unnest($1::uuid[], $2::timestamptz[]) as m(account_id, accepted_at) join account a on a.id = m.account_id
     group by 1, 2
   ), locked as materialized (
     select d.account_id, d.day from daily d join summed s using (account_id, day) order by 1, 2 for update of d
   )
   update daily d set succ_msg_cnt = d.succ_msg_cnt + s.delivered
   from summed s join locked l using (account_id, day)
   where d.account_id = s.account_id and d.day = s.day`,
)

/** Counts messages that reached "delivered" or "read", on the day they were accepted. */
export async function countDelivered(
  tx: Tx,
  messages: readonly { readonly account: AccountId; readonly acceptedAt: Date }[],
): Promise<void> {
  if (messages.length === 0) return
  await tx.run(COUNT_DELIVERED, [
    idArray(messages.map((m) => m.account)),
    plainArray(messages.map((m) => m.acceptedAt)),
  ])
}
