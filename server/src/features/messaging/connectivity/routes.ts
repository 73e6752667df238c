import { type Connectivity, connectivity } from '@hongyan/contract/endpoints/messaging/connectivity'
import { implement, type Route } from '../../../http/implement.ts'
import { type ConnectivityDeps, sendApiHealth, webhookHealth } from './service.ts'

/** A channel that cannot be set up yet. */
const smpp: Connectivity = { id: 'smpp', state: 'not_set_up', latency_ms: null }

export const connectivityRoutes = (deps: ConnectivityDeps): readonly Route[] =>
  implement(connectivity, {
    list: async ({ caller }) => [await sendApiHealth(deps), smpp, await webhookHealth(deps.pool, caller.account)],
  })
