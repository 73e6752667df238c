import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { textArray, idArray } from '../db/arrays.ts'
import { type Tx, statement } from '../db/tx.ts'
import { addWithin } from '../limits/add-within.ts'
import { spendingKey } from '../pipeline/claims.ts'
import type { Rerouted } from './reroute.ts'

/** The message names the upstream that has it, or is to have it. */
const UPSTREAM = statement(
  'message.move',
  `update message m set upstream = k.upstream from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(account_id, id, upstream)
   where m.account_id = any($1::uuid[]) and m.id = any($2::uuid[]) and m.account_id = k.account_id and m.id = k.id`,
)

/** One for each upstream that the message came to; a later move to the same one is counted, and its reasons replace. */
const EVENT = statement(
  'message_event.insert_move',
  `insert into message_event as e (account_id, message_id, upstream, remote_id, part, state, applied, at, attempt, repeats, detail)
   select account_id, message_id, upstream, '', 0, ${MessageStatus.Queued}, false, $1, 0, 0, detail
   from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) as k(account_id, message_id, upstream, detail)
   on conflict (account_id, message_id, upstream, remote_id, part, state, attempt)
     do update set repeats = e.repeats + 1, detail = excluded.detail`,
)

/**
 * Writes down that messages moved to other upstreams, with the rule and the reasons, and what they cost there. Throws
 * where others have spent a channel's daily cap since it was chosen: the messages then stay, and are routed again.
 */
export async function recordMoves(tx: Tx, moved: readonly Rerouted[], at: Date): Promise<void> {
  if (moved.length === 0) return
  const accounts = idArray(moved.map(({ message }) => message.account))
  const ids = idArray(moved.map(({ message }) => message.id))
  const upstreams = textArray(moved.map(({ upstream }) => upstream))
  await Promise.all([
    spend(tx, moved),
    tx.run(UPSTREAM, [accounts, ids, upstreams]),
    tx.run(EVENT, [at, accounts, ids, upstreams, textArray(moved.map(detailOf))]),
  ])
}

async function spend(tx: Tx, moved: readonly Rerouted[]): Promise<void> {
  const costs = moved.flatMap(({ message: { account, price }, upstream, managed, day }) =>
    managed === null
      ? []
      : [{ account, key: spendingKey(upstream), windowStart: day, cost: price, limit: managed.dailyCap }],
  )
  if (!(await addWithin(tx, costs))) throw new Error('a channel has no room for the messages that were to move to it')
}

const detailOf = ({ message, rule, skipped }: Rerouted): string =>
  JSON.stringify({ from: message.upstream, rule, skipped })
