import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { createContext, use } from 'react'

/** The actions on an entry that open a dialog. */
export interface Acts {
  readonly edit: (row: ListedRecipient) => void
  readonly remove: (row: ListedRecipient) => void
}

const nothing = (): void => undefined

export const ActsContext = createContext<Acts>({ edit: nothing, remove: nothing })

export const useActs = (): Acts => use(ActsContext)
