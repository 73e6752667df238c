import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { createContext, use } from 'react'

/** The actions on a message that open a dialog. */
export type DialogName = 'block' | 'cancel' | 'resend' | 'snippet'

/** The actions on a message that the page carries out. */
export interface Acts {
  readonly view: (message: Pick<Message, 'id'>) => void
  readonly show: (dialog: DialogName, message: Message) => void
}

const nothing = (): void => undefined

export const ActsContext = createContext<Acts>({ view: nothing, show: nothing })

export const useActs = (): Acts => use(ActsContext)

/**
 * A message can be cancelled until it is handed over (semantics D1). Between two attempts it is Sending and waits; the
 * server refuses where it is being submitted.
 */
export const canCancel = ({ status }: Pick<Message, 'status'>): boolean => status <= MessageStatus.Sending

/** A message whose text is kept can be sent again, unless its text is a masked code. */
export const isRepeatable = ({ scene, text }: Pick<Message, 'scene' | 'text'>): boolean =>
  scene !== MessageScene.Verification && text !== null

/** The number of a message can be listed unless an erasure deleted it, which leaves no digit of it. */
export const isListable = ({ to }: Pick<Message, 'to'>): boolean => /\d/.test(to)
