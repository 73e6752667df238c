import type { ExportFailure, ExportKind, ExportRepeat } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber } from '../../../i18n/text.ts'
import type { Tone } from '../../../ui/status.tsx'

export const kindTitles = {
  messages: 'exports.messages',
  recipients: 'exports.recipients',
  transactions: 'exports.transactions',
  webhooks: 'exports.webhooks',
} as const satisfies Record<ExportKind, TextId>

export const statusTitles = {
  [ExportJobStatus.Failed]: 'exports.failed',
  [ExportJobStatus.Queued]: 'exports.queued',
  [ExportJobStatus.Pending]: 'exports.running',
  [ExportJobStatus.Finished]: 'exports.finished',
} as const satisfies Record<ExportJobStatus, TextId>

export const statusTones = {
  [ExportJobStatus.Failed]: 'bad',
  [ExportJobStatus.Queued]: 'open',
  [ExportJobStatus.Pending]: 'open',
  [ExportJobStatus.Finished]: 'ok',
} as const satisfies Record<ExportJobStatus, Tone>

export const failureTitles = {
  cancelled: 'exports.cancelled',
  no_rows: 'exports.noRows',
  too_large: 'exports.tooLarge',
  broken: 'exports.broken',
  erased: 'exports.erased',
} as const satisfies Record<ExportFailure, TextId>

export const repeatTitles = {
  none: 'exports.once',
  daily: 'exports.daily',
  weekly: 'exports.weekly',
  monthly: 'exports.monthly',
} as const satisfies Record<ExportRepeat, TextId>

const KILOBYTE = 1_000

/** A size in kilobytes, or in megabytes from one on. */
export const sizeText = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE
    ? formatNumber(bytes / KILOBYTE, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })
    : formatNumber(bytes / KILOBYTE / KILOBYTE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
