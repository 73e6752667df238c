import type { ContactImportId, PhonebookId, SegmentId } from '@hongyan/contract/ids'
import { RECORD_ID, readRecordId } from '@hongyan/contract/record-id'
import { oneOf, type Reader, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'

/** Any text that the server searches for. */
export const readText = (typed: string): string | null => {
  const tidy = typed.trim()
  return tidy !== '' && tidy.length <= 64 ? tidy : null
}

/** The router passes a text of digits as a number. */
const searched: Reader<string> = (param) => text(readText)(typeof param === 'number' ? String(param) : param)

/** The parameters of the list of phonebooks. */
export interface PhonebooksSearch {
  text?: string
  form?: 'create'
}

export const readPhonebooksSearch = (search: object): PhonebooksSearch =>
  readAddress<PhonebooksSearch>({ text: searched, form: oneOf(['create']) }, search)

export const forms = ['add', 'import', 'fields', 'rename', 'segment'] as const
export type PhonebookForm = (typeof forms)[number]

/** The filter of the list of contacts. */
export interface ContactFilter {
  text?: string
  segment?: SegmentId
}

/** The parameters of one phonebook: the filter of its contacts, the tab, and the open form or import. */
export interface PhonebookSearch extends ContactFilter {
  tab?: 'segments'
  form?: PhonebookForm
  import?: ContactImportId
}

const readers: Readers<PhonebookSearch> = {
  text: searched,
  segment: text(readRecordId) as Reader<SegmentId>, // its pattern is that of the brand
  tab: oneOf(['segments']),
  form: oneOf(forms),
  import: text(readRecordId) as Reader<ContactImportId>, // its pattern is that of the brand
}

export const readPhonebookSearch = (search: object): PhonebookSearch => readAddress<PhonebookSearch>(readers, search)

/** The search behind a form. */
export const withoutForm = (search: PhonebookSearch): PhonebookSearch => without(search, 'form', 'import')

export const contactFilter = ({ text: typed, segment }: PhonebookSearch): ContactFilter => ({
  ...(typed !== undefined && { text: typed }),
  ...(segment !== undefined && { segment }),
})

/** The id that a page's address names; null where it names none. */
export const phonebookId = (id: string): PhonebookId | null => (RECORD_ID.test(id) ? (id as PhonebookId) : null) // its pattern is that of the brand
