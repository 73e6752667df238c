import type { RouteMatch, RouteRule, Routing } from '@hongyan/contract/endpoints/messaging/routing'
import type { Upstream, UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { list as limits } from '@hongyan/contract/limits/screens'
import { useState } from 'react'
import { useCountryName, useRegions } from '../../../../api/regions.ts'
import { useText } from '../../../../i18n/text.ts'
import { isOwn } from '../labels.ts'
import { useAllChannels } from '../queries.ts'
import { useCredentials, usePublicTemplates, useSenders, useTemplates } from './queries.ts'

/** The records that rules name by their ids, in the words of the screen. */
export interface Names {
  /** Null for a channel that was deleted. */
  readonly channel: (ref: UpstreamRef) => Upstream | null
  /** True where the account has a channel beside the product's. */
  readonly hasOwn: boolean
  readonly channelName: (ref: UpstreamRef) => string
  readonly country: (iso2: string) => string
  readonly signature: (id: string) => string
  readonly template: (id: string) => string
  /** The key, shortened in its middle. */
  readonly credential: (id: string) => string
}

const shortKey = (key: string): string => (key.length > 12 ? `${key.slice(0, 6)}…${key.slice(-4)}` : key)

/** An entry of a list of choices. */
export interface Named {
  readonly value: string
  readonly title: string
}

/** True where a list has every record: it is loaded, and not as long as a call may reply with. */
const isWhole = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length < limits.maxLimit

type Kind = keyof RouteMatch

const isNamed = (rules: readonly RouteRule[], kind: Kind): boolean => rules.some(({ match }) => match[kind].length > 0)

/**
 * The records that a rule or a simulated message can name. A list is requested once a rule names one of its records, once
 * `want` is called for a field that offers them, or for `every` kind; it is empty until it is loaded.
 */
export function useRecords(routing: Routing | undefined, every: boolean) {
  const [offered, setOffered] = useState<ReadonlySet<Kind>>(new Set())
  const rules = routing ? [...routing.rules, ...(routing.draft?.rules ?? [])] : []
  const isWanted = (kind: Kind) => every || offered.has(kind) || isNamed(rules, kind)
  const regions = useRegions(isWanted('countries'))
  const senders = useSenders(isWanted('signatures'))
  const own = useTemplates(isWanted('templates'))
  const shared = usePublicTemplates(isWanted('templates'))
  const credentials = useCredentials(isWanted('credentials'))
  return {
    signatures: (senders.data ?? []).map(({ id, name }): Named => ({ value: id, title: name })),
    templates: [
      ...(own.data ?? []).map(({ id, name, code, scene }) => ({ value: id, title: code ?? name, scene })),
      ...(shared.data ?? []).map(({ id, scene }) => ({ value: id, title: id, scene })),
    ],
    credentials: (credentials.data ?? []).map(({ id, key }): Named => ({ value: id, title: key })),
    /** The kinds of which a missing record was deleted, and is not only further down its list. */
    whole: {
      signatures: isWhole(senders.data),
      templates: isWhole(own.data) && shared.data !== undefined,
      credentials: isWhole(credentials.data),
    },
    /** The kinds whose first answer is awaited. */
    loading: {
      signatures: senders.isLoading,
      templates: own.isLoading || shared.isLoading,
      credentials: credentials.isLoading,
    },
    isLoading: [regions, senders, own, shared, credentials].some(({ isLoading }) => isLoading),
    want: (kind: Kind) => setOffered((before) => (before.has(kind) ? before : new Set([...before, kind]))),
  }
}

export type Records = ReturnType<typeof useRecords>

/** The names of all records; null until the channels are loaded. */
export function useNames(records: Records): Names | null {
  const t = useText()
  const { channels } = useAllChannels()
  // The rules' records request the countries.
  const country = useCountryName(false)
  if (channels === undefined) return null
  const channel = (ref: UpstreamRef) => channels.find(({ id }) => id === ref) ?? null
  const nameOf = (kind: keyof Records['whole'], id: string) => {
    const found = records[kind].find(({ value }) => value === id)?.title
    return found ?? (records.whole[kind] ? t('routing.deletedRecord') : shortKey(id))
  }
  return {
    channel,
    hasOwn: channels.some(isOwn),
    channelName: (ref) => channel(ref)?.name ?? t('routing.deletedChannel'),
    country,
    signature: (id) => nameOf('signatures', id),
    template: (id) => nameOf('templates', id),
    credential: (id) => shortKey(nameOf('credentials', id)),
  }
}
