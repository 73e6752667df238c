import type { TextId } from '../../../i18n/ids.ts'

export interface FieldEntry {
  readonly name: string
  readonly type: string
  readonly text: TextId
}

/** The body of sms.message.send. */
export const requestFields: readonly FieldEntry[] = [
  { name: 'to', type: 'string | string[]', text: 'docs.field.to' },
  { name: 'text', type: 'string', text: 'docs.field.text' },
  { name: 'content', type: 'string', text: 'docs.field.content' },
  { name: 'templateId', type: 'string', text: 'docs.field.templateId' },
  { name: 'templateData', type: 'object', text: 'docs.field.templateData' },
  { name: 'signature', type: 'string', text: 'docs.field.signature' },
  { name: 'clientRef', type: 'string', text: 'docs.field.clientRef' },
  { name: 'scene', type: '1 | 2 | 3', text: 'docs.field.scene' },
  { name: 'dryRun', type: 'boolean', text: 'docs.field.dryRun' },
]

export const replyFields: readonly FieldEntry[] = [
  { name: 'code', type: 'string', text: 'docs.field.code' },
  { name: 'message', type: 'string', text: 'docs.field.message' },
  { name: 'data.recipients', type: 'number', text: 'docs.field.recipients' },
  { name: 'data.messageCount', type: 'number', text: 'docs.field.messageCount' },
  { name: 'data.currency', type: 'string', text: 'docs.field.currency' },
  { name: 'data.totalAmount', type: 'string', text: 'docs.field.totalAmount' },
  { name: 'data.messages[].id', type: 'string | null', text: 'docs.field.id' },
  { name: 'data.messages[].to', type: 'string', text: 'docs.field.replyTo' },
  { name: 'data.messages[].iso', type: 'string | null', text: 'docs.field.iso' },
  { name: 'data.messages[].cc', type: 'string | null', text: 'docs.field.cc' },
  { name: 'data.messages[].sender', type: 'string | null', text: 'docs.field.sender' },
  { name: 'data.messages[].count', type: 'number', text: 'docs.field.count' },
  { name: 'data.messages[].price', type: 'string', text: 'docs.field.price' },
  { name: 'data.messages[].error', type: 'object', text: 'docs.field.error' },
  { name: 'X-Request-Id', type: 'header', text: 'docs.field.requestId' },
]

/** The data of the events about broadcasts. */
export const broadcastEventFields: readonly FieldEntry[] = [
  { name: 'id', type: 'string', text: 'docs.event.id' },
  { name: 'name', type: 'string', text: 'docs.event.name' },
  { name: 'reason', type: 'string | null', text: 'docs.event.reason' },
  { name: 'recipients', type: 'number', text: 'docs.event.recipients' },
  { name: 'sent', type: 'number', text: 'docs.event.sent' },
  { name: 'delivered', type: 'number', text: 'docs.event.delivered' },
  { name: 'failed', type: 'number', text: 'docs.event.failed' },
  { name: 'skipped', type: 'number', text: 'docs.event.skipped' },
  { name: 'cost', type: 'string', text: 'docs.event.cost' },
  { name: 'currency', type: 'string', text: 'docs.field.currency' },
]
