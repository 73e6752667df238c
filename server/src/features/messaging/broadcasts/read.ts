import type { Broadcast, BroadcastDetail, broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastId } from '@hongyan/contract/ids'
import type { z } from 'zod'
import { type BroadcastRow, findBroadcast, keyOf } from '../../../broadcasts/store.ts'
import { alone } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { BroadcastDeps, Caller } from './deps.ts'
import { findBroadcasts } from './list.ts'
import { presentBroadcast, presentDetail } from './present.ts'
import * as store from './store.ts'

export async function listBroadcasts(
  { db, pool }: BroadcastDeps,
  { account }: Caller,
  query: z.output<typeof broadcasts.list.query>,
): Promise<{ readonly rows: Broadcast[]; readonly total: number }> {
  const tx = alone(pool)
  const { rows, total } = await findBroadcasts(db, account, query)
  const [states, names, currency] = await Promise.all([
    store.readStates(
      tx,
      account,
      rows.map(({ id }) => id),
    ),
    store.readNames(tx, account, rows),
    store.readCurrency(tx, account),
  ])
  const statesOf = (row: BroadcastRow) => states.filter(({ id }) => id === row.id)
  return { rows: rows.map((row) => presentBroadcast(row, statesOf(row), { names, currency })), total }
}

export async function requireBroadcast(
  { pool }: Pick<BroadcastDeps, 'pool'>,
  { account }: Pick<Caller, 'account'>,
  id: BroadcastId,
): Promise<BroadcastRow> {
  const row = await findBroadcast(alone(pool), { account, id })
  if (row === null) throw new Refusal('not_found')
  return row
}

export const readBroadcast = async (deps: BroadcastDeps, caller: Caller, id: BroadcastId): Promise<BroadcastDetail> =>
  showBroadcast(deps, caller, await requireBroadcast(deps, caller, id))

/** A broadcast with its course. */
export async function showBroadcast(
  { pool }: BroadcastDeps,
  { account, locale }: Caller,
  row: BroadcastRow,
): Promise<BroadcastDetail> {
  const tx = alone(pool)
  const [course, steps, optedOut, names, currency] = await Promise.all([
    store.readCourse(tx, keyOf(row)),
    store.readSteps(tx, keyOf(row)),
    store.countOptedOut(tx, row),
    store.readNames(tx, account, [row]),
    store.readCurrency(tx, account),
  ])
  return presentDetail(row, { course, steps, optedOut, names, currency, locale })
}
