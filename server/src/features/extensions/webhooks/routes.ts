import { smsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { implement, type Route } from '../../../http/implement.ts'
import { listDeliveries, readDelivery } from '../../../webhooks/log.ts'
import { closeReceiver, openReceiver, type ReceiverDeps, readReceiver } from '../../../webhooks/receiver.ts'
import { replay, replayMany } from '../../../webhooks/replay.ts'
import {
  findEndpoint,
  readSecret,
  readSettings,
  rotateSecret,
  saveSettings,
  switchEndpoint,
  type WebhookDeps,
} from '../../../webhooks/settings.ts'
import { sendTest } from '../../../webhooks/test-request.ts'
import { endpointAudit, webhooksAudit } from './audit.ts'

export type WebhookRouteDeps = WebhookDeps & ReceiverDeps

/** Reading stays open to a suspended account (ruling 35). */
export const webhookRoutes = (deps: WebhookRouteDeps): readonly Route[] =>
  implement(
    smsDlr,
    {
      get: ({ caller }) => readSettings(deps, caller.account),
      save: ({ caller, body }) => saveSettings(deps, caller.account, body),
      secret: async ({ caller, params }) => ({ secret: await readSecret(deps, caller.account, params.eid) }),
      rotate: async ({ caller, params }) => ({ secret: await rotateSecret(deps, caller.account, params.eid) }),
      enable: ({ caller, params }) => switchEndpoint(deps, caller.account, params.eid, true),
      disable: ({ caller, params }) => switchEndpoint(deps, caller.account, params.eid, false),
      test: ({ caller, params, body }) => sendTest(deps, caller.account, params.eid, body.type),
      deliveries: async ({ caller, params, query, total }) => {
        await findEndpoint(deps, caller.account, params.eid)
        const page = await listDeliveries(deps, caller.account, params.eid, query)
        total(page.total)
        return page.rows
      },
      delivery: ({ caller, params }) => readDelivery(deps, caller.account, params.eid, params.did),
      replay: ({ caller, params }) => replay(deps, caller.account, params.eid, params.did),
      replayMany: async ({ caller, params, body }) => {
        await findEndpoint(deps, caller.account, params.eid)
        return { deliveries: await replayMany(deps, caller.account, params.eid, body) }
      },
      receiver: ({ caller }) => readReceiver(deps, caller.account),
      openReceiver: ({ caller }) => openReceiver(deps, caller.account),
      closeReceiver: ({ caller }) => closeReceiver(deps, caller.account),
    },
    {
      audit: {
        save: webhooksAudit,
        secret: endpointAudit,
        rotate: endpointAudit,
        enable: endpointAudit,
        disable: endpointAudit,
        replay: { noState: 'a delivery is sent again' },
        replayMany: { noState: 'deliveries are sent again' },
      },
    },
  )
