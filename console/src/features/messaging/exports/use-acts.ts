import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { createContext, use } from 'react'

/** Opens the question before a deletion, or the form for the same export again. */
export interface Acts {
  readonly remove: (row: Export) => void
  readonly again: (row: Export) => void
}

export const ActsContext = createContext<Acts | null>(null)

export function useActs(): Acts {
  const acts = use(ActsContext)
  if (acts === null) throw new Error('a row stands outside its list')
  return acts
}
