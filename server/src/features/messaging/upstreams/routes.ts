import { upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { implement, onEveryRow, type Route } from '../../../http/implement.ts'
import { requireRouting } from './access.ts'
import { upstreamAudit } from './audit.ts'
import { createUpstream, updateUpstream } from './change.ts'
import { checkCredentials } from './check.ts'
import type { UpstreamDeps } from './deps.ts'
import { readHealth } from './health.ts'
import { listUpstreams } from './read.ts'
import { pauseUpstream, removeUpstream, resumeUpstream } from './states.ts'
import { sendTest } from './test-send.ts'

/** Reading, pausing and deleting stay open to a suspended account (ruling 35). */
export const upstreamRoutes = (deps: UpstreamDeps): readonly Route[] =>
  implement(
    upstreams,
    {
      list: async ({ caller: { account }, locale, query, total }) => {
        const page = await listUpstreams(deps, { account, locale }, query)
        total(page.total)
        return page.rows
      },
      create: ({ caller: { account }, locale, body, key }) => createUpstream(deps, { account, locale }, body, key),
      check: ({ caller: { account }, locale, body }) => checkCredentials(deps, { account, locale }, body),
      update: ({ caller: { account }, locale, params, body }) =>
        updateUpstream(deps, { account, locale }, params.id, body),
      remove: async ({ caller: { account }, locale, params }) => {
        await removeUpstream(deps, { account, locale }, params.id)
        return {}
      },
      test: ({ caller: { account }, locale, params, body, requestId, key }) =>
        sendTest(deps, { account, locale }, params.id, { to: body.to, requestId, key }),
      pause: ({ caller: { account }, locale, params, body }) =>
        pauseUpstream(deps, { account, locale }, params.id, body.version),
      resume: ({ caller: { account }, locale, params, body }) =>
        resumeUpstream(deps, { account, locale }, params.id, body.version),
      health: ({ caller: { account }, locale, query }) => readHealth(deps, { account, locale }, query.period),
    },
    {
      admit: onEveryRow(upstreams, ({ account }) => requireRouting(deps, account)),
      audit: {
        create: upstreamAudit,
        update: upstreamAudit,
        remove: upstreamAudit,
        test: upstreamAudit,
        pause: upstreamAudit,
        resume: upstreamAudit,
      },
    },
  )
