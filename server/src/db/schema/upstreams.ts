import type { AccountId, TemplateId, UpstreamId } from '@hongyan/contract/ids'
import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type {
  ManagedProvider,
  MappingKind,
  UpstreamBehaviour,
  UpstreamState,
} from '@hongyan/contract/vocabulary/upstream'
import type { Micros } from '@hongyan/contract/money'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from './json.ts'

export interface UpstreamTable {
  account_id: AccountId
  id: UpstreamId
  name: string
  provider: ManagedProvider
  state: UpstreamState
  /** ISO 3166 alpha-2; empty: everywhere. */
  regions: string[]
  /** Parts a second. */
  tps: number
  daily_cap_micros: Micros | null
  /** The credentials' public fields. */
  settings: Json<Readonly<Record<string, string>>>
  /** One sealed JSON object of the secret fields. */
  sealed_secrets: string
  /** The last three characters of each secret. */
  secret_tails: Json<Readonly<Record<string, string>>>
  receipt_token: string
  behaviour: Generated<UpstreamBehaviour>
  version: number
  rejections: Generated<number>
  last_error: string | null
  last_error_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface UpstreamMappingTable {
  account_id: AccountId
  upstream_id: UpstreamId
  kind: MappingKind
  local: string
  remote: string
  variables: string[]
  state: 'pending' | 'ready' | 'rejected'
  updated_at: Date
  /** The account's own template; null for sender IDs and public templates. */
  template_id: GeneratedAlways<TemplateId | null>
}

export interface RoutingTable {
  account_id: AccountId
  version: number
  rules: Json<readonly RouteRule[]>
  activated_at: Date | null
  draft: Json<readonly RouteRule[] | null>
  draft_version: number
  draft_at: Date | null
  simulated_at: Date | null
}

export interface RoutingVersionTable {
  account_id: AccountId
  version: number
  rules: Json<readonly RouteRule[]>
  activated_at: Date
  reverted_to: number | null
}

export interface UpstreamMinuteTable {
  account_id: AccountId
  upstream_id: UpstreamId
  minute: Date
  submitted: number
  accepted: number
  parts: number
  receipts: number
  latency: number[]
}

export interface UpstreamErrorTable {
  account_id: AccountId
  upstream_id: UpstreamId
  minute: Date
  code: string
  count: number
}

export interface UpstreamsTables {
  upstream: UpstreamTable
  upstream_mapping: UpstreamMappingTable
  routing: RoutingTable
  routing_version: RoutingVersionTable
  upstream_minute: UpstreamMinuteTable
  upstream_error: UpstreamErrorTable
}
