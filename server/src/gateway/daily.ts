import type { AccountId } from '@hongyan/contract/ids'
import { byteArray, idArray, plainArray } from '../db/arrays.ts'
import { type Tx, statement } from '../db/tx.ts'

/**
 * Days are those of the account's zone, on which the message was accepted (semantics D2). A message names its account by
 * the place in $2, so that the day of each account is found once and not once a message.
 */
const COUNT = statement(
  'daily.count',
  `with owner as materialized (
     select o.nr, o.account_id, ($1::timestamptz at time zone a.time_zone)::date as day, o.messages
     from unnest($2::uuid[], $3::bigint[]) with ordinality as o(account_id, messages, nr) join account a on a.id = o.account_id
   ), days as materialized (
     select array_agg(day order by nr) as of from owner
   ), fresh as (
     insert into daily_recipient (account_id, day, to_hash)
     select distinct ($2::uuid[])[m.owner] as account_id, d.of[m.owner] as day, m.to_hash
     from days d, unnest($4::integer[], $5::bytea[]) as m(owner, to_hash) order by 1, 2, 3
     on conflict do nothing returning account_id
   ), recipients as materialized (
     select account_id, count(*) as count from fresh group by account_id
   )
   insert into daily as d (account_id, day, msg_cnt, to_cnt)
   select o.account_id, o.day, o.messages, coalesce(r.count, 0)
   from owner o left join recipients r using (account_id) order by o.account_id, o.day
   on conflict (account_id, day) do update set msg_cnt = d.msg_cnt + excluded.msg_cnt, to_cnt = d.to_cnt + excluded.to_cnt`,
)

/** Counts accepted messages and the day's distinct recipients. */
export async function countAccepted(
  tx: Tx,
  messages: readonly { readonly account: AccountId; readonly toHash: Buffer }[],
  at: Date,
): Promise<void> {
  const owners = new Map<AccountId, { readonly nr: number; messages: number }>()
  const ownerOf = messages.map(({ account }) => {
    const owner = owners.get(account) ?? { nr: owners.size + 1, messages: 0 }
    owners.set(account, owner)
    owner.messages += 1
    return owner.nr
  })
  await tx.run(COUNT, [
    at,
    idArray([...owners.keys()]),
    plainArray([...owners.values()].map((owner) => owner.messages)),
    plainArray(ownerOf),
    byteArray(messages.map((m) => m.toHash)),
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

const FORGET_RECIPIENTS = statement(
  'daily_recipient.forget',
  'delete from daily_recipient where account_id = $1 and day < $2::date',
)

/** Deletes the recipients of an account's days before `day`, YYYY-MM-DD, whose figures no longer change. */
export async function forgetRecipients(tx: Tx, account: AccountId, day: string): Promise<void> {
  await tx.run(FORGET_RECIPIENTS, [account, day])
}
