import { signatures as limits } from '@hongyan/contract/limits/senders'
import type { SignatureId } from '@hongyan/contract/ids'
import { filingStates, type FilingState } from '@hongyan/contract/vocabulary/filing'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { EntityKind, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import {
  type SignatureField,
  signatureFields,
  signatureRegions,
  type SignatureRegion,
} from '@hongyan/contract/vocabulary/signature'
import { type Sort, sortColumns, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { oneOf, type Reader, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'

/** The filter of the list's call. */
export interface SignatureFilter {
  status?: ReviewStatus
  kind?: EntityKind
  scene?: MessageScene
  region?: SignatureRegion
  /** A state that some carrier has. */
  filing?: FilingState
  /** A part of a name. */
  text?: string
}

export type SignatureSort = Sort<(typeof sortColumns.signatures)[number]>

/** The newest first. */
export const initialSort: SignatureSort = '-created_at'

/** The search parameters: the filter, the sender in the open sheet, and the open form. */
export interface SignatureSearch extends SignatureFilter {
  sort?: SignatureSort
  open?: string
  /** `new` for a new sender, else the id of the one that the form repairs. */
  form?: string
  /** The sender that a new one begins as a copy of. */
  like?: string
  /** The field that the form opens at. */
  at?: SignatureField
}

/** The address of an empty form. */
export const NEW = 'new'

/** Parses a part of a name; null for one that no name can contain. */
export function readText(typed: string): string | null {
  const part = typed.trim()
  return part.length > 0 && part.length <= limits.name.max ? part : null
}

/** Parses the id of a sender; null for an invalid one. */
export function readId(typed: string): SignatureId | null {
  const id = typed.trim().toLowerCase()
  return RECORD_ID.test(id) ? (id as SignatureId) : null // its pattern is that of the brand
}

/** The router passes a name of digits as a number. */
const name: Reader<string> = (param) => text(readText)(typeof param === 'number' ? String(param) : param)
const some = text((typed) => typed || null)

const readers: Readers<SignatureSearch> = {
  status: oneOf(Object.values(ReviewStatus)),
  kind: oneOf(Object.values(EntityKind)),
  scene: oneOf(Object.values(MessageScene)),
  region: oneOf(signatureRegions),
  filing: oneOf(filingStates),
  text: name,
  sort: oneOf(sortsBy(sortColumns.signatures)),
  open: some,
  form: some,
  like: some,
  at: oneOf(signatureFields),
}

export const readSearch = (search: object): SignatureSearch => readAddress<SignatureSearch>(readers, search)

/** The search of the list behind a sheet or form. */
export const listSearch = (search: SignatureSearch): SignatureSearch => without(search, 'open', 'form', 'like', 'at')

export const filterOf = (search: SignatureSearch): SignatureFilter => without(listSearch(search), 'sort')
