/** A message delivered by the sandbox: an entry of GET /sandbox/inbox, newest first. */
export interface InboxMessage {
  readonly id: string
  readonly channel: 'sms' | 'voice' | 'whatsapp' | 'mail'
  readonly to: string
  readonly from: string
  readonly text: string
  /** An email as mail clients show it; null for other messages. */
  readonly html: string | null
  readonly receivedAt: string
}
