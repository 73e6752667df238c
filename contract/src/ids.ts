import { z } from 'zod'

/** Account ids hold a random 40-bit number (ruling 24), so they are GUIDs without a UUID version. */
export const AccountId = z.guid().brand<'AccountId'>()
export type AccountId = z.infer<typeof AccountId>

/** All other ids are UUIDv7, which sort by creation time. */
export const CredentialId = z.uuidv7().brand<'CredentialId'>()
export type CredentialId = z.infer<typeof CredentialId>

export const RefusedRequestId = z.uuidv7().brand<'RefusedRequestId'>()
export type RefusedRequestId = z.infer<typeof RefusedRequestId>

export const MessageId = z.uuidv7().brand<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

export const ErasureId = z.uuidv7().brand<'ErasureId'>()
export type ErasureId = z.infer<typeof ErasureId>

export const ListedRecipientId = z.uuidv7().brand<'ListedRecipientId'>()
export type ListedRecipientId = z.infer<typeof ListedRecipientId>

export const TopUpId = z.uuidv7().brand<'TopUpId'>()
export type TopUpId = z.infer<typeof TopUpId>

/** The id of a top-up or of a ledger entry. A day's usage and the held amount have names instead. */
export const TransactionId = z
  .union([z.uuidv7(), z.string().regex(/^\d{4}-\d{2}-\d{2}-sms$/), z.literal('held-sms')])
  .brand<'TransactionId'>()
export type TransactionId = z.infer<typeof TransactionId>

export const RefundId = z.uuidv7().brand<'RefundId'>()
export type RefundId = z.infer<typeof RefundId>

export const PaymentMethodId = z.uuidv7().brand<'PaymentMethodId'>()
export type PaymentMethodId = z.infer<typeof PaymentMethodId>

export const InvoiceId = z.uuidv7().brand<'InvoiceId'>()
export type InvoiceId = z.infer<typeof InvoiceId>

export const SessionId = z.uuidv7().brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const PasskeyId = z.uuidv7().brand<'PasskeyId'>()
export type PasskeyId = z.infer<typeof PasskeyId>

export const VerificationId = z.uuidv7().brand<'VerificationId'>()
export type VerificationId = z.infer<typeof VerificationId>

export const SignatureId = z.uuidv7().brand<'SignatureId'>()
export type SignatureId = z.infer<typeof SignatureId>

export const TemplateId = z.uuidv7().brand<'TemplateId'>()
export type TemplateId = z.infer<typeof TemplateId>

/** A managed channel. The product's own ones are `standard`. */
export const UpstreamId = z.uuidv7().brand<'UpstreamId'>()
export type UpstreamId = z.infer<typeof UpstreamId>

export const RouteRuleId = z.uuidv7().brand<'RouteRuleId'>()
export type RouteRuleId = z.infer<typeof RouteRuleId>

export const NoticeId = z.uuidv7().brand<'NoticeId'>()
export type NoticeId = z.infer<typeof NoticeId>

export const AuditId = z.uuidv7().brand<'AuditId'>()
export type AuditId = z.infer<typeof AuditId>

export const UploadId = z.uuidv7().brand<'UploadId'>()
export type UploadId = z.infer<typeof UploadId>

export const ExportId = z.uuidv7().brand<'ExportId'>()
export type ExportId = z.infer<typeof ExportId>

/** Formats an id for the send API, SMPP and links: 32 hex digits without dashes. */
export const wireId = (id: MessageId | UpstreamId): string => id.replaceAll('-', '')

const WIRE_ID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i

/** The inverse of `wireId`, for ids of any kind. Any other text stays as it is. */
export const dashedId = (wire: string): string => wire.replace(WIRE_ID, '$1-$2-$3-$4-$5')

export const WebhookEndpointId = z.uuidv7().brand<'WebhookEndpointId'>()
export type WebhookEndpointId = z.infer<typeof WebhookEndpointId>

export const RateRuleId = z.uuidv7().brand<'RateRuleId'>()
export type RateRuleId = z.infer<typeof RateRuleId>

export const WebhookDeliveryId = z.uuidv7().brand<'WebhookDeliveryId'>()
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>

export const IpEntryId = z.uuidv7().brand<'IpEntryId'>()
export type IpEntryId = z.infer<typeof IpEntryId>

export const IpCallId = z.uuidv7().brand<'IpCallId'>()
export type IpCallId = z.infer<typeof IpCallId>

export const BroadcastId = z.uuidv7().brand<'BroadcastId'>()
export type BroadcastId = z.infer<typeof BroadcastId>

export const AudienceId = z.uuidv7().brand<'AudienceId'>()
export type AudienceId = z.infer<typeof AudienceId>

export const QuoteId = z.uuidv7().brand<'QuoteId'>()
export type QuoteId = z.infer<typeof QuoteId>

export const PhonebookId = z.uuidv7().brand<'PhonebookId'>()
export type PhonebookId = z.infer<typeof PhonebookId>

export const ContactId = z.uuidv7().brand<'ContactId'>()
export type ContactId = z.infer<typeof ContactId>

export const SegmentId = z.uuidv7().brand<'SegmentId'>()
export type SegmentId = z.infer<typeof SegmentId>

export const ContactImportId = z.uuidv7().brand<'ContactImportId'>()
export type ContactImportId = z.infer<typeof ContactImportId>

export const TicketId = z.uuidv7().brand<'TicketId'>()
export type TicketId = z.infer<typeof TicketId>

export const TicketMessageId = z.uuidv7().brand<'TicketMessageId'>()
export type TicketMessageId = z.infer<typeof TicketMessageId>

export const DiagnosticsId = z.uuidv7().brand<'DiagnosticsId'>()
export type DiagnosticsId = z.infer<typeof DiagnosticsId>

export const IncidentId = z.uuidv7().brand<'IncidentId'>()
export type IncidentId = z.infer<typeof IncidentId>
