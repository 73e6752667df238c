import type { Invoice, InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type InvoiceChannel, type InvoiceLineKind, InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import type { TextId } from '../../../i18n/ids.ts'
import type { Tone } from '../../../ui/status.tsx'

/** Open is shown as Due, Uncollectible as Overdue (specification section 3). */
export const statusLabels: Readonly<Record<InvoiceStatus, { readonly title: TextId; readonly tone: Tone }>> = {
  [InvoiceStatus.Draft]: { title: 'invoices.draft', tone: 'idle' },
  [InvoiceStatus.Open]: { title: 'invoices.open', tone: 'open' },
  [InvoiceStatus.Void]: { title: 'invoices.void', tone: 'idle' },
  [InvoiceStatus.Paid]: { title: 'invoices.settled', tone: 'ok' },
  [InvoiceStatus.Uncollectible]: { title: 'invoices.uncollectible', tone: 'bad' },
}

/** A due invoice past its due date has a tone of its own. */
export const toneOf = ({ status, overdue_days: days }: Pick<Invoice, 'status' | 'overdue_days'>): Tone =>
  status === InvoiceStatus.Open && days > 0 ? 'warn' : statusLabels[status].tone

export const isPayable = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === InvoiceStatus.Open || status === InvoiceStatus.Uncollectible

/** The purchase order number can change until the invoice is paid or void. */
export const isChangeable = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status !== InvoiceStatus.Paid && status !== InvoiceStatus.Void

export const channelLabels: Readonly<Record<InvoiceChannel, TextId>> = {
  balance: 'invoices.balance',
  alipay: 'invoices.alipay',
  wxpay: 'invoices.wxpay',
  stripe: 'invoices.stripe',
  cash: 'invoices.cash',
}

export const sceneLabels: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'invoices.verification',
  [MessageScene.Notification]: 'invoices.notification',
  [MessageScene.Marketing]: 'invoices.marketing',
}

const kindLabels: Readonly<Record<Exclude<InvoiceLineKind, 'usage'>, TextId>> = {
  funds: 'invoices.fundsLine',
  repaid: 'invoices.repaidLine',
  dispute: 'invoices.disputeLine',
  carried: 'invoices.carriedLine',
  adjustment: 'invoices.adjustmentLine',
}

export type Line = InvoiceDetail['lines'][number]

/** The title of a line that is not usage. */
export const kindTitle = (kind: InvoiceLineKind): TextId => (kind === 'usage' ? 'invoices.usage' : kindLabels[kind])
