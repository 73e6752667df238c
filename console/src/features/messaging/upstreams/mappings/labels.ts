import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { MappingState } from '@hongyan/contract/vocabulary/upstream'
import type { TextId } from '../../../../i18n/ids.ts'
import type { Tone } from '../../../../ui/status.tsx'

export const mappingLooks: Readonly<Record<MappingState, { readonly tone: Tone; readonly title: TextId }>> = {
  missing: { tone: 'warn', title: 'upstreams.missing' },
  pending: { tone: 'open', title: 'upstreams.pending' },
  ready: { tone: 'ok', title: 'upstreams.ready' },
  rejected: { tone: 'bad', title: 'upstreams.rejected' },
}

/** The name of the local record, or its id where it was deleted. */
export const localName = ({ name, local }: UpstreamMapping): string => name ?? local

/** A mapping has no id of its own: its key names the channel, the kind and the record. */
export const keyOf = ({ upstream, kind, local }: UpstreamMapping): string => `${upstream} ${kind} ${local}`
