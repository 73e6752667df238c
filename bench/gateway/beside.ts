// Messages of other accounts that lie in the tables while a load runs. Their rows are written by SQL.
import type { House } from '../../server/test/house.ts'
import type { Beside } from './kinds.ts'

/** Accounts whose messages wait, and their rate in parts per second, so that a few of them leave all the time. */
export const WAITING_ACCOUNTS = 40
export const WAITING_RATE = 1

/** The messages are real and cost nothing, so that those whose turn comes can be handed over and settled. */
const MESSAGES = `
  insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene, unicode,
    parts, unit_price_micros, price_micros, status, upstream, retention_days)
  select ($1::uuid[])[1 + nr % cardinality($1::uuid[])], uuidv7(), 'beside', now(), now() + interval '3 days', 'GB',
    sha256(nr::text::bytea), lpad((nr % 10000)::text, 4, '0'), 3, false, 1, 0, 0, 0, upstream, 7
  from link_owner, generate_series(1, $2::bigint - (
    select count(*) from message where account_id = any($1::uuid[]) and status = 0)) nr`

const WAITING = `
  insert into outbox (account_id, id, lane, upstream, parts, channel, recipient, text, valid_until, price_micros,
    pay_for_delivered, accepted_at)
  select account_id, id, 2, upstream, 1, channel, '+4479500' || lpad(to_last4, 5, '0'),
    'Hello world this is a test message of about sixty characters', valid_until, price_micros,
    pay_for_delivered, accepted_at
  from message where account_id = any($1::uuid[]) and status = 0 limit $2
  on conflict do nothing`

const DEFERRED = `
  insert into deferred (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until, price_micros,
    pay_for_delivered, accepted_at, due_at)
  select ($1::uuid[])[1 + nr % cardinality($1::uuid[])], uuidv7(), 2, upstream, 2, 1, 'sms', '+447950000000',
    'Hello world this is a test message of about sixty characters', now() + interval '3 days', 0, false, now(),
    now() + interval '1 day' + nr * interval '1 second'
  from link_owner, generate_series(1, $2::bigint) nr`

const COUNT_BACKLOG = `
  insert into backlog (account_id, parts)
  select account_id, sum(parts) from outbox where account_id = any($1::uuid[]) and mark is null group by account_id
  on conflict (account_id) do update set parts = excluded.parts`

/** Statistics as autovacuum would leave them after a change of this size. */
const tidy = ({ rows }: House, table: string) => rows(`vacuum (analyze) ${table}`)

/** Fills a table, and returns the call that empties it again. */
export async function layBeside(house: House, { table, messages }: Beside): Promise<() => Promise<void>> {
  const accounts = house.accounts.slice(-WAITING_ACCOUNTS).map(({ account }) => account)
  if (table === 'deferred') await house.rows(DEFERRED, [accounts, messages])
  else {
    await house.rows(MESSAGES, [accounts, messages])
    await tidy(house, 'message')
    await house.rows(WAITING, [accounts, messages])
    await house.rows(COUNT_BACKLOG, [accounts])
  }
  await tidy(house, table)
  return async () => {
    const waits = table === 'outbox' ? ' and mark is null' : ''
    await house.rows(`delete from ${table} where account_id = any($1::uuid[])${waits}`, [accounts])
    await house.rows('delete from backlog where account_id = any($1::uuid[])', [accounts])
    await tidy(house, table)
  }
}
