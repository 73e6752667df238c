import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { type AccountId, type UpstreamId, wireId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { providers } from '@hongyan/contract/upstreams/providers'
import { type ManagedProvider, STANDARD, type UpstreamState } from '@hongyan/contract/vocabulary/upstream'
import { type Tx, statement } from '../db/tx.ts'
import { type AccountRouting, type Channel, type Mapping, mappingKey, standardChannel } from '../pipeline/route.ts'

/** The routing of an account as its statement returns it; amounts are texts, because JSON has no exact numbers. */
export interface RoutingRow {
  readonly version: number
  readonly rules: readonly RouteRule[]
  readonly channels:
    | readonly {
        readonly id: UpstreamId
        readonly provider: ManagedProvider
        readonly state: UpstreamState
        readonly regions: readonly string[]
        readonly cap: string | null
      }[]
    | null
  readonly mappings:
    | readonly {
        readonly upstream: UpstreamId
        readonly kind: 'signature' | 'template'
        readonly local: string
        readonly remote: string
        readonly variables: readonly string[]
      }[]
    | null
}

const columns = (account: string): string => `'channels', (
       select jsonb_agg(jsonb_build_object('id', u.id, 'provider', u.provider, 'state', u.state, 'regions', u.regions,
         'cap', u.daily_cap_micros::text)) from upstream u where u.account_id = ${account}),
     'mappings', (
       select jsonb_agg(jsonb_build_object('upstream', p.upstream_id, 'kind', p.kind, 'local', p.local,
         'remote', p.remote, 'variables', p.variables))
       from upstream_mapping p where p.account_id = ${account} and p.template_id is null and p.state = 'ready')`

/**
 * The routing of the account `a` in a statement; null before its first version, and for accounts without the page of
 * channels (specification section 6).
 */
export const ROUTING_COLUMN = `(select jsonb_build_object('version', t.version, 'rules', t.rules, ${columns('a.id')})
     from routing t where t.account_id = a.id and t.version > 0) as routing`

/** Builds an account's routing; `standard` is the code of the product's own channel. */
export function routingOf({ version, rules, channels, mappings }: RoutingRow, standard: string): AccountRouting {
  const own = (channels ?? []).map(({ id, provider, state, regions, cap }): Channel => ({
    ref: id,
    upstream: wireId(id),
    provider,
    state,
    regions,
    needsMapping: providers[provider].needsMapping,
    dailyCap: cap === null ? null : micros(BigInt(cap)),
  }))
  return {
    version,
    rules,
    channels: new Map([standardChannel(standard), ...own].map((channel) => [channel.ref, channel])),
    mappings: new Map(
      (mappings ?? []).map(({ upstream, kind, local, remote, variables }): [string, Mapping] => [
        mappingKey(upstream, kind, local),
        { remote, variables },
      ]),
    ),
  }
}

/** True where the product's own channel carries everything, as without rules. */
export const isStandardAlone = ({ rules }: Pick<AccountRouting, 'rules'>): boolean =>
  rules.every(({ targets, canary }) => canary === null && targets.every(({ upstream }) => upstream === STANDARD))

const READ = statement(
  'routing.read',
  `select coalesce(t.version, 0) as version, coalesce(t.rules, '[]') as rules, jsonb_build_object(${columns('a.id')}) as more
   from account a left join routing t on t.account_id = a.id where a.id = $1`,
)

/**
 * Reads an account's channels, the ready mappings of its sender IDs and of public templates, and the rules in force; no
 * rules before the first version.
 */
export async function readRouting(tx: Tx, account: AccountId, standard: string): Promise<AccountRouting> {
  const [row] = await tx.run<Pick<RoutingRow, 'version' | 'rules'> & { more: Omit<RoutingRow, 'version' | 'rules'> }>(
    READ,
    [account],
  )
  const { version = 0, rules = [], more = { channels: null, mappings: null } } = row ?? {}
  return routingOf({ version, rules, ...more }, standard)
}
