import {
  type ManagedProvider,
  managedProviders,
  type MappingKind,
  mappingKinds,
  type MappingState,
  mappingStates,
  type ShownUpstreamState,
  shownUpstreamStates,
  UpstreamType,
} from '@hongyan/contract/vocabulary/upstream'
import type { UpstreamId } from '@hongyan/contract/ids'
import { readRecordId } from '@hongyan/contract/record-id'
import { oneOf, type Reader, readAddress, type Readers, text } from '../../../ui/list/address.ts'

export const tabs = ['channels', 'routing', 'mappings', 'health'] as const
export type TabName = (typeof tabs)[number]

/** The filter of the list of channels. */
export interface ChannelFilter {
  provider?: ManagedProvider
  type?: UpstreamType
  state?: ShownUpstreamState
  region?: string
}

/** The filter of the list of mappings. */
export interface MappingFilter {
  channel?: UpstreamId
  kind?: MappingKind
  mapping?: MappingState
}

export const healthPeriods = ['1h', '24h', '7d'] as const
export type HealthPeriod = (typeof healthPeriods)[number]

/** The search parameters: the tab, and what it shows. */
export interface UpstreamSearch extends ChannelFilter, MappingFilter {
  tab?: TabName
  /** The channel in the open sheet. */
  open?: string
  /** `new` for a new channel, else the id of the one that the form changes. */
  form?: string
  period?: HealthPeriod
  /** `new`, or the id of the routing rule whose form is open. */
  rule?: string
  /** The versions of the routing rules are open. */
  history?: 'open'
}

/** The address of an empty form. */
export const NEW = 'new'

const some = text((typed) => typed || null)

const channelReaders: Readers<ChannelFilter> = {
  provider: oneOf(managedProviders),
  type: oneOf(Object.values(UpstreamType)),
  state: oneOf(shownUpstreamStates),
  region: text((typed) => (/^[A-Z]{2}$/.test(typed) ? typed : null)),
}

const mappingReaders: Readers<MappingFilter> = {
  channel: text(readRecordId) as Reader<UpstreamId>, // its pattern is that of the brand
  kind: oneOf(mappingKinds),
  mapping: oneOf(mappingStates),
}

const readers: Readers<UpstreamSearch> = {
  tab: oneOf(tabs),
  open: some,
  form: some,
  ...channelReaders,
  ...mappingReaders,
  period: oneOf(healthPeriods),
  rule: some,
  history: oneOf(['open']),
}

export const readSearch = (search: object): UpstreamSearch => readAddress<UpstreamSearch>(readers, search)

export const channelFilter = (search: UpstreamSearch): ChannelFilter =>
  readAddress<ChannelFilter>(channelReaders, search)

export const mappingFilter = (search: UpstreamSearch): MappingFilter =>
  readAddress<MappingFilter>(mappingReaders, search)
