import type { MessageType } from '../vocabulary/message.ts'
import type { ManagedProvider } from '../vocabulary/upstream.ts'

/** A message delivered by the sandbox: an entry of GET /sandbox/inbox, newest first. */
export interface InboxMessage {
  readonly id: string
  readonly channel: MessageType | 'whatsapp' | 'mail'
  readonly to: string
  readonly from: string
  readonly text: string
  /** An email as mail clients show it; null for other messages. */
  readonly html: string | null
  /** The address that replies to an email go to; null where that is its sender. */
  readonly replyTo: string | null
  readonly receivedAt: string
  /** The channel that it came over; null: the product's own, or one that was deleted since. */
  readonly upstream: { readonly name: string; readonly provider: ManagedProvider } | null
  /** The ids of its sender ID and template at a provider that sends its own templates alone; null for all others. */
  readonly remote: {
    readonly signature: string | null
    readonly template: string
    readonly parameters: readonly string[]
  } | null
}
