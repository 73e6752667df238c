import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { createContext, use } from 'react'

/** The actions on a template that open a dialog. */
export type DialogName = 'test' | 'compare' | 'snippet' | 'withdraw' | 'remove'

/** The actions on a template that the page carries out. */
export interface Acts {
  readonly view: (template: Template) => void
  readonly edit: (template: Template) => void
  readonly duplicate: (template: Template) => void
  readonly show: (dialog: DialogName, template: Template) => void
}

const nothing = (): void => undefined

export const ActsContext = createContext<Acts>({ view: nothing, edit: nothing, duplicate: nothing, show: nothing })

export const useActs = (): Acts => use(ActsContext)
