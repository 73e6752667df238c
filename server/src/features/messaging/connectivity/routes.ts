import { type Connectivity, connectivity } from '@hongyan/contract/endpoints/messaging/connectivity'
import { implement, type Route } from '../../../http/implement.ts'
import { type ConnectivityDeps, sendApiHealth } from './service.ts'

/** Channels that cannot be set up yet. */
const later: readonly Connectivity[] = [
  { id: 'smpp', state: 'not_set_up', latency_ms: null },
  { id: 'webhook', state: 'not_set_up', latency_ms: null },
]

export const connectivityRoutes = (deps: ConnectivityDeps): readonly Route[] =>
  implement(connectivity, { list: async () => [await sendApiHealth(deps), ...later] })
