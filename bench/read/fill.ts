// Messages of one account and as many of others, written by SQL over the last sixty days.
import { DAY } from '@hongyan/contract/durations'
import { firstIdAt } from '../../server/src/kit/ids.ts'
import type { House } from '../../server/test/house.ts'

export const DAYS = 60
/** As many as one statement writes within its time limit. */
const AT_ONCE = 20_000

/** The values by which the queries find their messages. */
export interface Marks {
  readonly account: string
  /** The hash and the last digits of a number that one message in 5,000 went to. */
  readonly toHash: Buffer
  readonly toLast4: string
  /** The template of one message in 50. */
  readonly template: string
  /** The broadcast of one message in 1,000. */
  readonly broadcast: string
  /** The credentials that the messages alternate between. */
  readonly credentials: readonly string[]
}

/** Statuses and errors in the shares of ordinary traffic: one in 100 failed, two in 100 undelivered. */
const FILL = `
  insert into message (account_id, id, credential_id, request_id, client_ref, accepted_at, valid_until, country, to_hash,
    to_last4, sender, scene, unicode, parts, unit_price_micros, price_micros, status, parts_sent, parts_delivered, events,
    error_code, upstream, sent_at, done_at, hold_entry, settle_entry, retention_days, template_id, template_version,
    broadcast_id)
  select $1, id, ($7::uuid[])[1 + nr % cardinality($7::uuid[])], replace(id::text, '-', ''), 'order-' || nr, at,
    at + interval '1 day', (array['US','US','US','US','US','US','US','GB','GB','SG'])[1 + nr / 7 % 10],
    case when nr % 5000 = 7 then $5 else substring(sha256((nr % 100000)::text::bytea) for 16) end,
    case when nr % 5000 = 7 then $10 else lpad((nr * 7919 % 10000)::text, 4, '0') end, 'Hongyan', 1 + (nr % 3), false, 1, 7900, 7900,
    case when nr % 100 = 0 then 9 when nr % 50 = 1 then 5 else 4 end, 1, case when nr % 100 = 0 then 0 else 1 end, 2,
    case when nr % 1000 = 0 then 'carrier_rejected' when nr % 100 = 0 then 'internal_error' when nr % 50 = 1 then 'undelivered' end,
    'sandbox', at, at + interval '2 seconds', $6, $6, 30, case when nr % 50 = 3 then $8 end,
    case when nr % 50 = 3 then 1 end, case when nr % 1000 = 7 then $9::uuid end
  from generate_series($2::bigint, $3::bigint) nr,
    lateral (select uuidv7(-(($4::bigint - nr) * interval '${DAYS} days' / $4::bigint)) as id) ids,
    lateral (select uuid_extract_timestamp(id) as at) ats`

const BODIES = `
  insert into message_body (account_id, id, retention_days, recipient, text)
  select account_id, id, retention_days, '+1206555' || to_last4, 'Your parcel ' || client_ref || ' is on its way to you.'
  from message where account_id = $1 and client_ref like 'order-%' and accepted_at > now() - interval '30 days'
    and id >= $2::uuid and id < $3::uuid`

/** Writes messages of an account, the oldest first. `post` is a ledger entry that settled them. */
export async function fillMessages(house: House, marks: Marks, messages: number, post: string): Promise<void> {
  const { account, toHash, toLast4, credentials, template, broadcast } = marks
  for (let from = 1; from <= messages; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, messages)
    await house.rows(FILL, [account, from, to, messages, toHash, post, credentials, template, broadcast, toLast4])
  }
}

/** Writes the bodies of the last thirty days, a day at a time. */
export async function fillBodies(house: House, account: string): Promise<void> {
  const now = Date.now()
  for (let day = 0; day <= 30; day += 1) {
    const [from, to] = [day + 1, day].map((days) => firstIdAt(new Date(now - days * DAY)))
    await house.rows(BODIES, [account, from, to])
  }
}
