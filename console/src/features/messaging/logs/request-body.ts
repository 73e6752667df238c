import type { MessageDetail } from '@hongyan/contract/endpoints/messaging/messages'
import type { SampleBody } from '../../../lib/samples/literals.ts'

type Sent = Pick<MessageDetail, 'text' | 'own_sender' | 'scene' | 'client_ref'>

/**
 * The body of a request that sends a message again. It names the scene, since the credential may have another one. It
 * leaves out a sender that the country or the product put in place of the account's own: the send API refuses it.
 */
export const requestBody = ({ text, own_sender: sender, scene, client_ref: ref }: Sent, to: string): SampleBody => ({
  to,
  text: text ?? '',
  scene,
  ...(sender !== null && { signature: sender }),
  ...(ref !== null && { clientRef: ref }),
})
