import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { pageEnd, scopeOf } from './filter.ts'
import { presentDetail, presentMessage, presentTimeline } from './present.ts'
import * as store from './store.ts'

export interface LogDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** The message of an account. Throws `not_found` for another account's. */
async function find({ db }: LogDeps, account: AccountId, id: MessageId): Promise<store.MessageRow> {
  const [row] = await store.readMessages(db, account, [id])
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const logRoutes = (deps: LogDeps): readonly Route[] =>
  implement(
    messages,
    {
      list: async ({ caller: { account }, query, locale, total, next }) => {
        const { db, clock } = deps
        const { limit, offset, before } = query
        const scope = await scopeOf(db, account, query, clock.now())
        const [found, counted] = await Promise.all([
          store.findIds(db, scope, pageEnd(scope, before), offset + limit),
          before === undefined ? store.countIds(db, scope) : null,
        ])
        if (counted !== null) total(counted.rows, counted.isExact)
        if (found.next !== null) next(found.next)
        const rows = await store.readMessages(db, account, found.ids.slice(offset))
        return rows.map((row) => presentMessage(row, locale))
      },
      get: async ({ caller: { account }, params, locale }) =>
        presentDetail(await find(deps, account, params.id), locale, await store.currencyOf(deps.db, account)),
      events: async ({ caller: { account }, params, locale }) =>
        presentTimeline(
          await find(deps, account, params.id),
          await store.readEvents(deps.db, account, params.id),
          locale,
        ),
      reveal: async ({ caller: { account }, params }) => {
        await find(deps, account, params.id)
        const recipient = await store.readRecipient(deps.db, account, params.id)
        if (recipient === null) throw new Refusal('content_expired')
        return { recipient }
      },
    },
    { audit: { reveal: { noState: 'a reveal reads a number and changes nothing' } } },
  )
