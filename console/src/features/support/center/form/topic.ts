import type { TicketCategory } from '@hongyan/contract/vocabulary/support'
import type { AboutRecord } from '../about-text.tsx'
import { aboutOf, type NewTicketSearch } from '../search.ts'
import { categoryAbout } from './draft.ts'

/** The category of a ticket, the record that it is about, and the error that led to it. */
export interface Topic {
  readonly category: TicketCategory | null
  readonly about: AboutRecord | null
  readonly code: string | null
}

/** The topic that the address of the form names. Only a suspended account appeals. */
export function topicOf({ about: named, code, request, category }: NewTicketSearch, isSuspended: boolean): Topic {
  const record = named === undefined ? null : aboutOf(named)
  const about = record ?? (request === undefined ? null : { kind: 'request' as const, id: request })
  const chosen = category ?? categoryAbout(about)
  return { category: chosen === 'appeal' && !isSuspended ? null : chosen, about, code: code ?? null }
}

/**
 * The topic of a form whose address changes while its ticket is written. A record and an appeal were chosen with their
 * link. An error is only taken where the ticket has no record and no error, since sending a ticket can fail as well.
 */
export function topicAfter(topic: Topic, named: Topic): Topic {
  const isRecord = named.about !== null && named.about.kind !== 'request'
  const { about, code } = isRecord || (topic.about === null && topic.code === null) ? named : topic
  return { category: named.category === 'appeal' ? 'appeal' : (topic.category ?? named.category), about, code }
}
