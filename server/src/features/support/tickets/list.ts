import type { tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { AccountId } from '@hongyan/contract/ids'
import { sortParts } from '@hongyan/contract/vocabulary/sorting'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { countReachable } from '../../../db/reachable-count.ts'
import type { Schema } from '../../../db/schema.ts'
import { SUMMARY, type SummaryRow } from './store.ts'

type ListQuery = z.output<typeof tickets.list.query>

interface TicketPage {
  readonly rows: readonly SummaryRow[]
  readonly total: number
}

/** Reads a page of an account's tickets. */
export async function listTickets(db: Kysely<Schema>, account: AccountId, query: ListQuery): Promise<TicketPage> {
  const { limit, offset, sort, ...filter } = query
  const { column, direction } = sortParts(sort)
  const page = filtered(db, account, filter).select(SUMMARY).limit(limit).offset(offset)
  // A number is given once in an account; changes may share a moment.
  const sorted =
    column === 'no' ? page.orderBy('no', direction) : page.orderBy('updated_at', direction).orderBy('id', direction)
  const [rows, total] = await Promise.all([sorted.execute(), countReachable(db, filtered(db, account, filter))])
  return { rows, total }
}

/** The number of a ticket, as people write it. */
const NUMBER = /^#?(\d{1,9})$/

function filtered(
  db: Kysely<Schema>,
  account: AccountId,
  { state, category, text }: Pick<ListQuery, 'state' | 'category' | 'text'>,
) {
  const typed = text?.trim() ?? ''
  const no = NUMBER.exec(typed)?.[1]
  const has = sql<boolean>`position(lower(${typed}::text) in searched) > 0`
  let rows = db.selectFrom('ticket').where('account_id', '=', account)
  if (state !== undefined) rows = rows.where('state', '=', state)
  if (category !== undefined) rows = rows.where('category', '=', category)
  if (typed === '') return rows
  return no === undefined ? rows.where(has) : rows.where((of) => of.or([of('no', '=', Number(no)), has]))
}
