import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { idArray, textArray } from '../db/arrays.ts'
import { createShares } from '../db/shares.ts'
import { type Tx, statement } from '../db/tx.ts'
import type { PlacedFact } from './facts.ts'
import { lastFour } from './of-recipient.ts'

/** One part with the upstream's id, by which receipts find their message. Kept ten days. */
export interface HandedOver {
  readonly upstream: string
  readonly remoteId: string
  readonly part: number
  readonly account: AccountId
  readonly message: MessageId
  readonly toLast4: string
}

/** The part that an upstream's id stands for; 0 where one id stands for the whole message. */
export const partOf = (remoteIds: readonly string[], at: number): number => (remoteIds.length === 1 ? 0 : at + 1)

/** The hand-overs that a fact brought. */
export const partsOf = ({ upstream, handovers, account, message, toLast4 }: PlacedFact): HandedOver[] =>
  handovers.map((remoteId, at) => ({ upstream, remoteId, part: partOf(handovers, at), account, message, toLast4 }))

const shares = createShares<HandedOver>(
  [
    ['upstream', 'text', (h) => h.upstream],
    ['part', 'smallint', (h) => h.part],
    ['account_id', 'uuid', (h) => h.account],
  ],
  [
    ['remote_id', 'text', (rows) => textArray(rows.map((h) => h.remoteId))],
    ['message_id', 'uuid', (rows) => idArray(rows.map((h) => h.message))],
    ['to_last4', 'text', (rows) => textArray(rows.map((h) => h.toLast4))],
  ],
)

const insert = shares.statement(
  'handover.insert',
  1,
  ({ ctes, rows }) => `with ${ctes}
   insert into handover (${shares.names}, remote_id, message_id, to_last4, at)
   select ${shares.names}, remote_id, message_id, to_last4, $1 from ${rows}`,
)

export const insertHandovers = (tx: Tx, handovers: readonly HandedOver[], at: Date): Promise<void> =>
  insert(tx, handovers, [at])

/**
 * Carriers reuse ids: the newest hand-over within ten days whose destination matches wins (semantics D1). A hand-over can
 * lie ahead, when the clock was set back since: the upper bound spares a look into every day that does.
 */
const FIND = statement(
  'handover.find',
  `select r.nr, h.part, h.account_id as account, h.message_id as message, h.at
   from unnest($1::integer[], $2::text[], $3::text[], $4::text[]) as r(nr, upstream, remote_id, last4)
   cross join lateral (
     select part, account_id, message_id, at from handover
     where upstream = r.upstream and remote_id = r.remote_id and (r.last4 is null or r.last4 = to_last4)
       and at > $5::timestamptz - interval '10 days' and at < $5::timestamptz + interval '3 days'
     order by at desc limit 1) h`,
)

export interface SoughtReceipt {
  readonly upstream: string
  readonly remoteId: string
  readonly to: string | null
}

export interface FoundHandover {
  /** Which of the sought receipts it is for. */
  readonly nr: number
  readonly part: number
  readonly account: AccountId
  readonly message: MessageId
  readonly at: Date
}

export function findHandovers(
  tx: Tx,
  receipts: readonly SoughtReceipt[],
  now: Date,
): Promise<readonly FoundHandover[]> {
  return tx.run<FoundHandover>(FIND, [
    receipts.map((_, nr) => nr),
    receipts.map((receipt) => receipt.upstream),
    receipts.map((receipt) => receipt.remoteId),
    receipts.map(({ to }) => (to === null ? null : lastFour(to))),
    now,
  ])
}
