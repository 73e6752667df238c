import { plainArray, textArray, type Plain } from '../db/arrays.ts'
import { statement, type Tx } from '../db/tx.ts'
import type { QueuedMessage } from '../pipeline/message.ts'
import { laneOf } from './outbox.ts'

/** A message that is accepted now and becomes due when its sending hours open. */
export interface NewDeferral extends QueuedMessage {
  readonly opens: Date
}

/** The due time is by the database's clock, which the links read it by: as far ahead as the opening. */
const INSERT = statement(
  'deferred.insert_new',
  `insert into deferred (account_id, id, lane, upstream, parts, channel, recipient, sender, text, valid_until, price_micros,
     pay_for_delivered, route, opens_at, due_at, attempt, accepted_at)
   select account_id, id, lane, upstream, parts, channel, recipient, sender, text, valid_until, price_micros,
     pay_for_delivered, route, opens_at, now() + (opens_at - $15::timestamptz), 1, $15
   from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::smallint[], $6::text[], $7::text[], $8::text[],
     $9::text[], $10::timestamptz[], $11::bigint[], $12::boolean[], $13::jsonb[], $14::timestamptz[])
   as m(account_id, id, lane, upstream, parts, channel, recipient, sender, text, valid_until, price_micros,
     pay_for_delivered, route, opens_at)`,
)

/** Inserts the rows of accepted messages that wait for their sending hours. */
export async function insertDeferrals(tx: Tx, rows: readonly NewDeferral[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const plain = (pick: (row: NewDeferral) => Plain): string => plainArray(rows.map(pick))
  const texts = (pick: (row: NewDeferral) => string | null): string => textArray(rows.map(pick))
  await tx.run(INSERT, [
    plain((r) => r.account),
    plain((r) => r.id),
    plain((r) => laneOf(r.scene)),
    texts((r) => r.upstream),
    plain((r) => r.parts),
    plain((r) => r.channel),
    texts((r) => r.to),
    texts((r) => r.sender),
    texts((r) => r.text),
    plain((r) => r.validUntil),
    plain((r) => r.price),
    plain((r) => r.payForDelivered),
    texts((r) => (r.route === null ? null : JSON.stringify(r.route))),
    plain((r) => r.opens),
    now,
  ])
}
