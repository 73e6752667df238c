import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { implement, onEveryRow, type Route } from '../../../http/implement.ts'
import { routingAudit } from './audit.ts'
import type { RoutingDeps } from './deps.ts'
import { activateDraft, discardDraft, listHistory, revertTo, saveDraft, showRouting } from './service.ts'
import { simulate } from './simulate.ts'

/** Reading, simulating and discarding a draft stay open to a suspended account (ruling 35). */
export const routingRoutes = (deps: RoutingDeps): readonly Route[] =>
  implement(
    routing,
    {
      get: ({ caller: { account }, locale }) => showRouting(deps, { account, locale }),
      save: ({ caller: { account }, locale, body }) => saveDraft(deps, { account, locale }, body),
      discard: ({ caller: { account }, locale, body }) => discardDraft(deps, { account, locale }, body.version),
      activate: ({ caller: { account }, locale, body }) => activateDraft(deps, { account, locale }, body.version),
      revert: ({ caller: { account }, locale, body }) => revertTo(deps, { account, locale }, body),
      history: ({ caller: { account }, locale }) => listHistory(deps, { account, locale }),
      simulate: ({ caller: { account }, locale, body }) => simulate(deps, { account, locale }, body),
    },
    {
      admit: onEveryRow(routing, ({ account }) => deps.requireRouting(account)),
      audit: {
        save: routingAudit,
        discard: routingAudit,
        activate: routingAudit,
        revert: routingAudit,
      },
    },
  )
