import { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { implement, type Route } from '../../../http/implement.ts'
import { broadcastAudit } from './audit.ts'
import { pause, removeBroadcast, resume, start, stop, updateBroadcast } from './change.ts'
import { createBroadcast } from './create.ts'
import { listBroadcasts, readBroadcast } from './read.ts'
import { listRecipients } from './recipients.ts'
import { retryBroadcast, type RetryDeps } from './retry.ts'
import { sendTest } from './test-send.ts'

/** Reading, pausing, stopping and deleting stay open to a suspended account (ruling 35). */
export const broadcastRoutes = (deps: RetryDeps): readonly Route[] =>
  implement(
    broadcasts,
    {
      list: async ({ caller: { account }, locale, query, total }) => {
        const page = await listBroadcasts(deps, { account, locale }, query)
        total(page.total)
        return page.rows
      },
      create: ({ caller: { account }, locale, body, key }) => createBroadcast(deps, { account, locale }, body, key),
      get: ({ caller: { account }, locale, params }) => readBroadcast(deps, { account, locale }, params.id),
      update: ({ caller: { account }, locale, params, body }) =>
        updateBroadcast(deps, { account, locale }, params.id, body),
      remove: async ({ caller: { account }, locale, params }) => {
        await removeBroadcast(deps, { account, locale }, params.id)
        return {}
      },
      start: ({ caller: { account }, locale, params, body }) =>
        start(deps, { account, locale }, params.id, body.version),
      pause: ({ caller: { account }, locale, params, body }) =>
        pause(deps, { account, locale }, params.id, body.version),
      resume: ({ caller: { account }, locale, params, body }) =>
        resume(deps, { account, locale }, params.id, body.version),
      stop: ({ caller: { account }, locale, params, body }) => stop(deps, { account, locale }, params.id, body.version),
      retry: ({ caller: { account }, locale, params, key }) =>
        retryBroadcast(deps, { account, locale }, params.id, key),
      recipients: async ({ caller: { account }, locale, params, query, total }) => {
        const page = await listRecipients(deps, { account, locale }, params.id, query)
        total(page.total)
        return page.rows
      },
      test: ({ caller: { account }, locale, body, requestId, key }) =>
        sendTest(deps, { account, locale }, body, { requestId, key }),
    },
    {
      audit: {
        create: broadcastAudit,
        update: broadcastAudit,
        remove: broadcastAudit,
        start: broadcastAudit,
        pause: broadcastAudit,
        resume: broadcastAudit,
        stop: broadcastAudit,
        retry: { noState: 'a retry makes a list of recipients and leaves the broadcast as it is' },
        test: { noState: 'a test sends a message, and the log shows it' },
      },
    },
  )
