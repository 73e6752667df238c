import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import type { SenderRuleRow } from '@hongyan/contract/endpoints/messaging/sender-rules'
import type { Pool } from 'pg'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type DestinationSchedule, destinationsAt } from '../../../pipeline/destinations.ts'
import { deliveriesOfMessage } from '../../../webhooks/log.ts'
import { messageAudit } from './audit.ts'
import { type CancelDeps, cancelMessage } from './cancel.ts'
import { pageEnd, scopeOf } from './filter.ts'
import { find } from './find.ts'
import { presentDetail, presentMessage, presentSummary, presentTimeline } from './present.ts'
import { prepareAgain, type ResendDeps, sendAgain } from './resend.ts'
import * as store from './store.ts'

export interface LogDeps extends CancelDeps, ResendDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly senderRules: readonly SenderRuleRow[]
  readonly destinations: DestinationSchedule
}

export function logRoutes(deps: LogDeps): readonly Route[] {
  const receipts = new Map(deps.senderRules.map(({ iso2, dlr }) => [iso2, dlr]))
  return implement(
    messages,
    {
      list: async ({ caller: { account }, query, locale, total, next }) => {
        const { db, clock } = deps
        const { limit, offset, before } = query
        const scope = await scopeOf(db, account, query, clock.now())
        const hasTotal = before === undefined
        const found = await store.findIds(db, scope, {
          before: pageEnd(scope, before),
          limit: offset + limit,
          hasTotal,
        })
        if (hasTotal) total(found.total.rows, found.total.isExact)
        if (found.next !== null) next(found.next)
        const rows = await store.readMessages(db, account, found.ids.slice(offset))
        return rows.map((row) => presentMessage(row, { locale, receipts }))
      },
      summary: async ({ caller: { account }, query }) => {
        const scope = await scopeOf(deps.db, account, query, deps.clock.now())
        return presentSummary(await store.summarise(deps.db, scope), scope.currency)
      },
      get: async ({ caller: { account }, params, locale }) =>
        presentDetail(
          await find(deps.db, account, params.id),
          { locale, receipts },
          {
            currency: await store.currencyOf(deps.db, account),
            operators: destinationsAt(deps.destinations, deps.clock.now()).operators,
            names: await store.readChannelNames(deps.db, account),
          },
        ),
      events: async ({ caller: { account }, params, locale }) =>
        presentTimeline(await find(deps.db, account, params.id), await store.readEvents(deps.db, account, params.id), {
          locale,
          names: await store.readChannelNames(deps.db, account),
        }),
      webhooks: async ({ caller: { account }, params }) => {
        await find(deps.db, account, params.id)
        return deliveriesOfMessage(deps, account, params.id)
      },
      reveal: async ({ caller: { account }, params }) => {
        await find(deps.db, account, params.id)
        const recipient = await store.readRecipient(deps.db, account, params.id)
        if (recipient === null) throw new Refusal('content_expired')
        return { recipient }
      },
      cancel: ({ caller: { account }, params, locale }) =>
        cancelMessage(deps, account, params.id, { locale, receipts }),
      prepare: ({ caller: { account }, params }) => prepareAgain(deps, account, params.id),
      resend: ({ caller: { account }, params, requestId, key }) =>
        sendAgain(deps, account, { id: params.id, requestId, key }),
    },
    {
      audit: {
        reveal: { noState: 'a reveal reads a number and changes nothing' },
        cancel: messageAudit,
        resend: messageAudit,
      },
    },
  )
}
