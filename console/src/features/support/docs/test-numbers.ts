import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../i18n/ids.ts'
import type { Tone } from '../../../ui/status.tsx'

const { Delivered, Rejected, Undelivered, Expired, Failed, Sent, Read } = MessageStatus

/** The final statuses of messages to test numbers. */
export const endings = {
  [Sent]: { label: 'docs.status.sent', tone: 'idle' },
  [Delivered]: { label: 'docs.status.delivered', tone: 'ok' },
  [Undelivered]: { label: 'docs.status.undelivered', tone: 'bad' },
  [Rejected]: { label: 'docs.status.rejected', tone: 'bad' },
  [Failed]: { label: 'docs.status.failed', tone: 'bad' },
  [Read]: { label: 'docs.status.read', tone: 'ok' },
  [Expired]: { label: 'docs.status.expired', tone: 'warn' },
} as const satisfies Partial<Record<MessageStatus, { label: TextId; tone: Tone }>>

export interface TestNumber {
  /** Last digits of a number in any country; null for all others. */
  readonly ends: string | null
  readonly text: TextId
  readonly status: keyof typeof endings
}

/** The outcome of each sandbox number. */
export const testNumbers: readonly TestNumber[] = [
  { ends: '0000', text: 'docs.number.0000', status: Delivered },
  { ends: '0001', text: 'docs.number.0001', status: Rejected },
  { ends: '0002', text: 'docs.number.0002', status: Undelivered },
  { ends: '0003', text: 'docs.number.0003', status: Expired },
  { ends: '0004', text: 'docs.number.0004', status: Failed },
  { ends: '0005', text: 'docs.number.0005', status: Sent },
  { ends: '0006', text: 'docs.number.0006', status: Delivered },
  { ends: '0007', text: 'docs.number.0007', status: Failed },
  { ends: '0009', text: 'docs.number.0009', status: Delivered },
  { ends: '0010', text: 'docs.number.0010', status: Read },
  { ends: '0011', text: 'docs.number.0011', status: Delivered },
  { ends: null, text: 'docs.number.other', status: Delivered },
]
