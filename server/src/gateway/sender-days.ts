import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { idArray, plainArray, textArray } from '../db/arrays.ts'
import { type Tx, statement } from '../db/tx.ts'

/** Days are those of the account's zone on which the message was accepted, as in `daily`. */
const COUNT = statement(
  'sender_day.count',
  `insert into sender_day as d (account_id, subject, day, messages)
   select m.account_id, m.subject, ($1::timestamptz at time zone a.time_zone)::date, m.messages
   from unnest($2::uuid[], $3::text[], $4::bigint[]) as m(account_id, subject, messages) join account a on a.id = m.account_id
   order by 1, 2, 3
   on conflict (account_id, subject, day) do update set messages = d.messages + excluded.messages`,
)

interface Counted {
  readonly account: AccountId
  readonly template: string | null
  readonly signature: string | null
}

/** Counts accepted messages by their sender ID and template. */
export async function countSenders(tx: Tx, messages: readonly Counted[], at: Date): Promise<void> {
  const counts = new Map<string, { readonly account: AccountId; readonly subject: string; messages: number }>()
  for (const { account, template, signature } of messages) {
    for (const subject of [template, signature]) {
      if (subject === null) continue
      const key = `${account} ${subject}`
      const counted = counts.get(key) ?? { account, subject, messages: 0 }
      counts.set(key, counted)
      counted.messages += 1
    }
  }
  if (counts.size === 0) return
  const rows = [...counts.values()]
  await tx.run(COUNT, [
    at,
    idArray(rows.map(({ account }) => account)),
    textArray(rows.map(({ subject }) => subject)),
    plainArray(rows.map((row) => row.messages)),
  ])
}

/** The rows are locked in the order of their keys. By arrays, as the messages' own statements are. */
const COUNT_DELIVERED = statement(
  'sender_day.count_delivered',
  `with summed as materialized (
     select m.account_id, s.subject, (m.accepted_at at time zone a.time_zone)::date as day, count(*) as delivered
     from message m join account a on a.id = m.account_id,
       lateral (values (m.template_id), (m.signature_id::text)) as s(subject)
     where m.account_id = any($1::uuid[]) and m.id = any($2::uuid[]) and s.subject is not null
     group by 1, 2, 3
   ), locked as materialized (
     select d.account_id, d.subject, d.day from sender_day d join summed s using (account_id, subject, day)
     order by 1, 2, 3 for update of d
   )
   update sender_day d set delivered = d.delivered + s.delivered
   from summed s join locked l using (account_id, subject, day)
   where d.account_id = s.account_id and d.subject = s.subject and d.day = s.day`,
)

/** Counts messages that reached "delivered" or "read", on the day they were accepted. */
export async function countSendersDelivered(
  tx: Tx,
  messages: readonly { readonly account: AccountId; readonly id: MessageId }[],
): Promise<void> {
  if (messages.length === 0) return
  await tx.run(COUNT_DELIVERED, [
    idArray([...new Set(messages.map(({ account }) => account))]),
    idArray(messages.map(({ id }) => id)),
  ])
}

/** Longer than the months after which an unused sender lapses at the carriers. */
const KEPT_DAYS = 200
const FORGET = statement(
  'sender_day.forget',
  `delete from sender_day where day < $1::timestamptz - interval '${KEPT_DAYS} days'`,
)

/** Deletes the figures of days that nothing asks for any more. */
export const forgetSenderDays = async (tx: Tx, now: Date): Promise<void> => {
  await tx.run(FORGET, [now])
}
