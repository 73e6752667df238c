import type { Upstream, UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useCountryName } from '../../../../api/regions.ts'
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

/** The records that a rule or a simulated message can name; empty until they are loaded. */
export function useRecords() {
  const senders = useSenders() ?? []
  const own = useTemplates() ?? []
  const shared = usePublicTemplates() ?? []
  const credentials = useCredentials() ?? []
  return {
    signatures: senders.map(({ id, name }): Named => ({ value: id, title: name })),
    templates: [
      ...own.map(({ id, name, code, scene }) => ({ value: id, title: code ?? name, scene })),
      ...shared.map(({ id, scene }) => ({ value: id, title: id, scene })),
    ],
    credentials: credentials.map(({ id, key }): Named => ({ value: id, title: key })),
  }
}

export type Records = ReturnType<typeof useRecords>

/** The names of all records; null until the channels are loaded. */
export function useNames({ signatures, templates, credentials }: Records): Names | null {
  const t = useText()
  const { channels } = useAllChannels()
  const country = useCountryName()
  if (channels === undefined) return null
  const channel = (ref: UpstreamRef) => channels.find(({ id }) => id === ref) ?? null
  const titleIn = (records: readonly Named[], id: string) => records.find(({ value }) => value === id)?.title
  return {
    channel,
    hasOwn: channels.some(isOwn),
    channelName: (ref) => channel(ref)?.name ?? t('routing.deletedChannel'),
    country,
    signature: (id) => titleIn(signatures, id) ?? t('routing.deletedRecord'),
    template: (id) => titleIn(templates, id) ?? t('routing.deletedRecord'),
    credential: (id) => shortKey(titleIn(credentials, id) ?? t('routing.deletedRecord')),
  }
}
