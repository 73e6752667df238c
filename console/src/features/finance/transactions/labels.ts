import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import {
  type LabelledPaymentChannel,
  TopUpStatus,
  TradeDirection,
  TradeType,
  type TransactionKind,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'
import type { TextId } from '../../../i18n/ids.ts'
import type { Tone } from '../../../ui/status.tsx'

export const typeLabels: Readonly<Record<TradeType, TextId>> = {
  [TradeType.Charge]: 'transactions.charge',
  [TradeType.Pay]: 'transactions.pay',
  [TradeType.Refund]: 'transactions.refund',
  [TradeType.Deduct]: 'transactions.deduct',
  [TradeType.Gift]: 'transactions.gift',
  [TradeType.Cashback]: 'transactions.cashback',
}

export const directionLabels: Readonly<Record<TradeDirection, TextId>> = {
  [TradeDirection.In]: 'transactions.in',
  [TradeDirection.Out]: 'transactions.out',
}

/** Specification section 3: the channels, and the ways of paying that have a label only. */
export const channelLabels: Readonly<Record<LabelledPaymentChannel, TextId>> = {
  cash: 'transactions.cash',
  balance: 'transactions.balance',
  alipay: 'transactions.alipay',
  wxpay: 'transactions.wxpay',
  unionpay: 'transactions.unionpay',
  stripe: 'transactions.stripe',
  card: 'transactions.card',
  paypal: 'transactions.paypal',
  googlepay: 'transactions.googlepay',
  applepay: 'transactions.applepay',
}

export const statusLabels: Readonly<Record<TransactionStatus, { readonly title: TextId; readonly tone: Tone }>> = {
  [TransactionStatus.Pending]: { title: 'transactions.pending', tone: 'open' },
  [TransactionStatus.Posted]: { title: 'transactions.posted', tone: 'ok' },
  [TransactionStatus.Failed]: { title: 'transactions.failed', tone: 'bad' },
  [TransactionStatus.Reversed]: { title: 'transactions.reversed', tone: 'warn' },
}

export const sceneLabels: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'transactions.verification',
  [MessageScene.Notification]: 'transactions.notification',
  [MessageScene.Marketing]: 'transactions.marketing',
}

const orderLabels: Readonly<Record<TopUpStatus, TextId>> = {
  [TopUpStatus.Open]: 'transactions.unpaid',
  [TopUpStatus.Paid]: 'transactions.paid',
  [TopUpStatus.Cancelled]: 'transactions.cancelled',
  [TopUpStatus.Expired]: 'transactions.expired',
  [TopUpStatus.Failed]: 'transactions.paymentFailed',
  [TopUpStatus.Processing]: 'transactions.processed',
}

/** For top-ups that auto-recharge created, without a customer at the screen. */
const rechargeLabels: Readonly<Record<TopUpStatus, TextId>> = {
  [TopUpStatus.Open]: 'transactions.recharging',
  [TopUpStatus.Paid]: 'transactions.recharged',
  [TopUpStatus.Cancelled]: 'transactions.rechargeFailed',
  [TopUpStatus.Expired]: 'transactions.rechargeFailed',
  [TopUpStatus.Failed]: 'transactions.rechargeFailed',
  [TopUpStatus.Processing]: 'transactions.recharging',
}

const kindLabels: Readonly<Record<Exclude<TransactionKind, 'topup'>, TextId>> = {
  credit: 'transactions.credit',
  gift: 'transactions.gifted',
  gift_return: 'transactions.giftReturned',
  cashback: 'transactions.cashbackOf',
  cashback_return: 'transactions.cashbackReturned',
  refund: 'transactions.refunded',
  refund_failed: 'transactions.refundPutBack',
  dispute: 'transactions.dispute',
  dispute_won: 'transactions.disputeWon',
  deduction: 'transactions.deduction',
  correction: 'transactions.correction',
  usage: 'transactions.usage',
  held: 'transactions.held',
  invoice: 'transactions.invoice',
  invoice_void: 'transactions.invoiceVoid',
  invoice_payment: 'transactions.invoicePayment',
}

const refundLabels: Readonly<Partial<Record<TransactionStatus, TextId>>> = {
  [TransactionStatus.Pending]: 'transactions.refunding',
  [TransactionStatus.Failed]: 'transactions.refundFailed',
}

type DescribedLine = Pick<Transaction, 'status' | 'method'> & {
  readonly description: Pick<Transaction['description'], 'kind' | 'order' | 'auto'>
}

/** An unpaid order that the server charges to a saved card, so that its customer has nothing to pay or check. */
const isCardCharge = ({ status, method, description: { kind, auto } }: DescribedLine): boolean =>
  kind === 'topup' && status !== TransactionStatus.Posted && (auto === true || method === 'card')

/** The short description of a line. Usage also needs the number of messages. */
export function lineTitle(line: DescribedLine): TextId {
  const { kind, order, auto } = line.description
  if (line.status === TransactionStatus.Reversed) return 'transactions.takenBack'
  if (kind === 'refund') return refundLabels[line.status] ?? kindLabels.refund
  if (kind !== 'topup') return kindLabels[kind]
  if (auto === true) return rechargeLabels[order ?? TopUpStatus.Paid]
  return isCardCharge(line) && order === TopUpStatus.Open
    ? 'transactions.processed'
    : orderLabels[order ?? TopUpStatus.Paid]
}

/** The status of a line. Money of a delayed payment method is under way, so it is not just pending. */
export const statusOfLine = ({ status, description: { order } }: DescribedLine) =>
  order === TopUpStatus.Processing
    ? ({ title: 'transactions.processing', tone: statusLabels[status].tone } as const)
    : statusLabels[status]

/** A longer explanation of a line; null where the description is enough. */
export function explanationOf(line: DescribedLine): TextId | null {
  const {
    status,
    description: { kind, order },
  } = line
  if (status === TransactionStatus.Reversed) return 'transactions.reversedText'
  if (isCardCharge(line) && status === TransactionStatus.Pending) return 'transactions.rechargingText'
  if (isCardCharge(line) && status === TransactionStatus.Failed) return 'transactions.rechargeFailedText'
  if (order === TopUpStatus.Processing) return 'transactions.processingText'
  if (kind === 'topup' && status === TransactionStatus.Pending) return 'transactions.pendingText'
  if (kind === 'topup' && status === TransactionStatus.Failed) return 'transactions.failedText'
  if (kind === 'usage') return 'transactions.usageText'
  if (kind === 'held') return 'transactions.heldText'
  return kind === 'dispute' ? 'transactions.disputeText' : null
}

/** The toast about a checked payment. The money of an invoice's payment went to the invoice. */
export function checkResult(
  status: TopUpStatus,
  { invoice }: Pick<Transaction['description'], 'invoice'>,
): { readonly tone: 'ok' | 'bad'; readonly title: TextId; readonly text: TextId } {
  if (status === TopUpStatus.Processing) {
    return { tone: 'ok', title: 'transactions.processed', text: 'transactions.processingText' }
  }
  if (status !== TopUpStatus.Paid) {
    return { tone: 'bad', title: 'transactions.checkClosed', text: 'transactions.checkClosedText' }
  }
  const text = invoice === null ? 'transactions.checkPaidText' : 'transactions.checkInvoiceText'
  return { tone: 'ok', title: 'transactions.checkPaid', text }
}
