import type { Config } from '../config/config.ts'
import type { ConsoleSend } from '../features/messaging/messages/console-send.ts'
import type { RoutingDeps } from '../features/messaging/routing/deps.ts'
import { type FactDeps, readRouteFacts } from '../features/messaging/routing/facts.ts'
import { requireRouting } from '../features/messaging/upstreams/access.ts'
import { readP95s } from '../features/messaging/upstreams/figures.ts'
import type { UpstreamDeps } from '../features/messaging/upstreams/deps.ts'
import { noProviders } from '../providers/upstreams/managed.ts'
import { sandboxAccounts } from '../providers/upstreams/sandbox/accounts.ts'
import { SANDBOX } from '../providers/upstreams/sandbox/sandbox.ts'

interface UpstreamParts {
  readonly config: Config
  readonly addressOf: (path: string) => string
  readonly consoleSend: ConsoleSend
}

/** Outside sandbox mode the product's own channel is its gateway's (ruling 38). */
const OWN_GATEWAY = 'uig'

/** The carriers of channels: in sandbox mode the sandbox, else those with an adapter. */
export const upstreamsOf = ({
  config: { sandbox },
  addressOf,
  consoleSend,
}: UpstreamParts): Pick<UpstreamDeps, 'providers' | 'sandbox' | 'standardLink' | 'receiptUrl' | 'sendOver'> => ({
  sandbox,
  providers: sandbox ? { ...noProviders, ...sandboxAccounts } : noProviders,
  standardLink: sandbox ? SANDBOX : OWN_GATEWAY,
  receiptUrl: (token) => addressOf(`/receipts/${token}`),
  sendOver: async ({ account, to, text, requestId }) =>
    consoleSend.submit(await consoleSend.prepare(account, { to, text, scene: 2 }, null), {
      requestId,
      clientRef: null,
    }),
})

/** What routing needs of the channels. */
export const routingOf = (deps: FactDeps & Pick<RoutingDeps, 'db' | 'clock' | 'standardLink'>): RoutingDeps => ({
  db: deps.db,
  clock: deps.clock,
  standardLink: deps.standardLink,
  requireRouting: (account) => requireRouting(deps, account),
  routeFacts: (account, message) => readRouteFacts(deps, account, message),
  p95Of: (account) => readP95s(deps, account),
})
