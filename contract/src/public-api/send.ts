import { z } from 'zod'
import { fewKeys } from '../few-keys.ts'
import { sendApi } from '../limits/messaging.ts'
import { MessageScene } from '../vocabulary/message.ts'

const text = z.string().min(1).max(sendApi.textMax)
const number = z.string().min(1).max(32)

/** Body of the action sms.message.send. Exactly one of text, content and templateId is required. */
export const SendRequest = z.strictObject({
  to: z.union([number.transform((one) => [one]), z.array(number).min(1).max(sendApi.recipients)]),
  text: text.optional(),
  content: text.optional(),
  templateId: z.string().min(1).max(64).optional(),
  templateData: fewKeys(z.record(z.string().max(64), z.string().max(sendApi.textMax))).optional(),
  signature: z.string().min(1).max(sendApi.senderMax).optional(),
  clientRef: z.string().min(1).max(sendApi.labelMax).optional(),
  scene: z.enum(MessageScene).optional(),
  dryRun: z.boolean().optional(),
})
export type SendRequest = z.output<typeof SendRequest>

/**
 * The entry of one recipient in the reply. `id` is null where no message was created. Amounts are decimal strings with
 * six places.
 */
export interface SendEntry {
  readonly id: string | null
  readonly to: string
  readonly iso: string | null
  readonly cc: string | null
  /** The sender as the recipient will see it; null where the recipient is refused. */
  readonly sender: string | null
  readonly count: number
  readonly price: string
  readonly error?: { readonly code: string; readonly message: string }
}

export interface SendReply {
  readonly recipients: number
  readonly messageCount: number
  readonly currency: string
  readonly totalAmount: string
  readonly messages: readonly SendEntry[]
}
