import { addresses } from '@hongyan/contract/endpoints/addresses'
import type {
  Contact,
  ContactImport,
  Phonebook,
  Segment,
  SegmentCondition,
} from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { ContactImportId, PhonebookId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import type { ContactFilter } from './search.ts'

const books = addresses.phonebooks
const { list: contactList } = addresses.contacts
const { list: segmentList, count } = addresses.segments

/** Milliseconds between two looks at a file that is read. */
const LOOK_MILLIS = 1_000

export const usePhonebooks = (text: string | undefined): List<Phonebook> =>
  useList({
    key: [books.list, text],
    offset: 0,
    page: (offset, signal) =>
      api.phonebooks.list.counted(
        { query: { ...(text !== undefined && { text }), limit: limits.limit, offset } },
        signal,
      ),
  })

export const usePhonebook = (id: PhonebookId | null) =>
  useQuery({
    queryKey: [books.get, id],
    queryFn: id === null ? skipToken : ({ signal }) => api.phonebooks.get({ params: { id } }, signal),
  })

export const useContacts = (id: PhonebookId, filter: ContactFilter): List<Contact> =>
  useList({
    key: [contactList, id, filter],
    offset: 0,
    page: (offset, signal) =>
      api.contacts.list.counted({ params: { id }, query: { ...filter, limit: limits.limit, offset } }, signal),
  })

export const useSegments = (id: PhonebookId): List<Segment> =>
  useList({
    key: [segmentList, id],
    offset: 0,
    page: (_, signal) => api.segments.list.counted({ params: { id } }, signal),
  })

/** The contacts that conditions would have; the last number stays while a new one is counted. */
export const useSegmentCount = (id: PhonebookId, conditions: readonly SegmentCondition[] | null) =>
  useQuery({
    queryKey: [count, id, conditions],
    queryFn:
      conditions === null
        ? skipToken
        : ({ signal }) => api.segments.count({ params: { id }, body: { conditions: [...conditions] } }, signal),
    placeholderData: (before) => before,
    retry: false,
  })

/** A file on its way. It is looked at again while it is read. */
export const useImport = (id: PhonebookId, iid: ContactImportId) =>
  useQuery({
    queryKey: [books.imported, id, iid],
    queryFn: ({ signal }) => api.phonebooks.imported({ params: { id, iid } }, signal),
    refetchInterval: ({ state: { data } }) => (isReading(data) ? LOOK_MILLIS : false),
  })

export const isReading = (found: ContactImport | undefined): boolean => found === undefined || found.state === 'parsing'

/** The address of an import's left-out rows. */
export const leftOutOf = (id: PhonebookId, iid: ContactImportId): string =>
  `/api/phonebooks/${id}/import/${iid}/leftOut`

/** Loads everything about phonebooks anew: a change of one call shows in the figures of the others. */
export async function reloadPhonebooks(): Promise<void> {
  const keys = [books.list, books.get, contactList, segmentList, count]
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
