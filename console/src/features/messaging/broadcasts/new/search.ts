import type { AudienceId, BroadcastId, PhonebookId, QuoteId, SegmentId } from '@hongyan/contract/ids'
import { readRecordId } from '@hongyan/contract/record-id'
import { oneOf, type Reader, readAddress, type Readers, text } from '../../../../ui/list/address.ts'

/** The steps in their order. */
export const steps = ['recipients', 'message', 'when', 'review'] as const
export type StepName = (typeof steps)[number]

/** The search parameters of the wizard. */
export interface NewBroadcastSearch {
  step?: StepName
  /** A list of recipients that is read already, such as the failed ones of a broadcast. */
  audience?: string
  /** The estimate of what is chosen. */
  quote?: string
  /** The broadcast whose name, message and plan the new one begins with. */
  from?: string
  /** The phonebook, and its segment, that the recipients are chosen from. */
  phonebook?: string
  segment?: string
}

/** The same with the ids that the calls take. */
export interface ReadSearch {
  step?: StepName
  audience?: AudienceId
  quote?: QuoteId
  from?: BroadcastId
  phonebook?: PhonebookId
  segment?: SegmentId
}

const id = text(readRecordId)

// The pattern is that of the brands.
const readers: Readers<ReadSearch> = {
  step: oneOf(steps),
  audience: id as Reader<AudienceId>,
  quote: id as Reader<QuoteId>,
  from: id as Reader<BroadcastId>,
  phonebook: id as Reader<PhonebookId>,
  segment: id as Reader<SegmentId>,
}

export const readSearch = (search: object): ReadSearch => readAddress<ReadSearch>(readers, search)
