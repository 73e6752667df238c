import type { Contact, Phonebook, Segment } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { createContext, use } from 'react'

/** The actions that open a dialog about a record. */
export interface Acts {
  readonly renameBook: (row: Phonebook) => void
  readonly removeBook: (row: Phonebook) => void
  readonly editContact: (row: Contact) => void
  readonly removeContact: (row: Contact) => void
  readonly editSegment: (row: Segment) => void
  readonly removeSegment: (row: Segment) => void
}

const nothing = (): void => undefined

export const NO_ACTS: Acts = {
  renameBook: nothing,
  removeBook: nothing,
  editContact: nothing,
  removeContact: nothing,
  editSegment: nothing,
  removeSegment: nothing,
}

export const ActsContext = createContext<Acts>(NO_ACTS)

export const useActs = (): Acts => use(ActsContext)
