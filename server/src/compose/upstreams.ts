import type { AccountId } from '@hongyan/contract/ids'
import type { Config } from '../config/config.ts'
import type { ConsoleSend } from '../features/messaging/messages/console-send.ts'
import type { RoutingDeps } from '../features/messaging/routing/deps.ts'
import { type FactDeps, readRouteFacts } from '../features/messaging/routing/facts.ts'
import { requireRouting } from '../features/messaging/upstreams/access.ts'
import { readP95s } from '../features/messaging/upstreams/figures.ts'
import type { TestContent, UpstreamDeps } from '../features/messaging/upstreams/deps.ts'
import { type ManagedProviders, noProviders } from '../providers/upstreams/managed.ts'
import { sandboxProviders, type SandboxProvidersDeps } from '../providers/upstreams/sandbox/managed.ts'
import { SANDBOX } from '../providers/upstreams/sandbox/sandbox.ts'

interface UpstreamParts extends Pick<SandboxProvidersDeps, 'pool' | 'clock'> {
  readonly config: Config
  readonly addressOf: (path: string) => string
  readonly consoleSend: ConsoleSend
}

/** Outside sandbox mode the product's own channel is its gateway's (ruling 38). */
const OWN_GATEWAY = 'uig'

/** The code of the link of the product's own channel. */
export const standardLink = ({ sandbox }: Pick<Config, 'sandbox'>): string => (sandbox ? SANDBOX : OWN_GATEWAY)

/** The adapters to the providers of customers' channels: in sandbox mode the sandbox plays them all. */
export const providersOf = ({ config, ...deps }: Pick<UpstreamParts, 'config' | 'pool' | 'clock'>): ManagedProviders =>
  config.sandbox ? sandboxProviders({ ...deps, sink: config.sandboxSink }) : noProviders

/** The ports of the features of channels. */
export const upstreamsOf = ({
  config,
  pool,
  clock,
  addressOf,
  consoleSend,
}: UpstreamParts): Pick<UpstreamDeps, 'providers' | 'sandbox' | 'standardLink' | 'receiptUrl' | 'sendOver'> => ({
  sandbox: config.sandbox,
  providers: providersOf({ config, pool, clock }),
  standardLink: standardLink(config),
  receiptUrl: (token) => addressOf(`/receipts/${token}`),
  sendOver: async ({ account, upstream, to, content, requestId }) => {
    const request =
      'text' in content ? { ...content, scene: 2 as const } : await requestOf(consoleSend, account, content)
    return consoleSend.submit(await consoleSend.prepare(account, { to, ...request }, null, upstream), {
      requestId,
      clientRef: null,
    })
  },
})

const requestOf = async (
  { samplesOf }: ConsoleSend,
  account: AccountId,
  { template, signature }: Extract<TestContent, { readonly template: string }>,
) => ({
  templateId: template,
  templateData: { ...(await samplesOf(account, template)) },
  ...(signature !== null && { signature }),
})

/** The ports of the feature of routing. */
export const routingOf = (deps: FactDeps & Pick<RoutingDeps, 'db' | 'clock' | 'standardLink'>): RoutingDeps => ({
  db: deps.db,
  clock: deps.clock,
  standardLink: deps.standardLink,
  requireRouting: (account) => requireRouting(deps, account),
  routeFacts: (account, routing, message) => readRouteFacts(deps, account, routing, message),
  p95Of: (account) => readP95s(deps, account),
})
