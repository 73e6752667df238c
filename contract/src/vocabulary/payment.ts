import { AccountStatus, Currency } from './account.ts'

/** Specification section 3, "Payment channels": the payable channels, then those with a label only. */
export const paymentChannels = ['cash', 'balance', 'alipay', 'wxpay', 'unionpay', 'stripe'] as const
export type PaymentChannel = (typeof paymentChannels)[number]
export const labelledPaymentChannels = [...paymentChannels, 'card', 'paypal', 'googlepay', 'applepay'] as const
export type LabelledPaymentChannel = (typeof labelledPaymentChannels)[number]
/** The ways in which a payer pays on a channel's page. */
export type PayersMethod = Exclude<LabelledPaymentChannel, 'cash' | 'balance' | 'stripe'>

export const TradeDirection = { In: 1, Out: 2 } as const
export type TradeDirection = (typeof TradeDirection)[keyof typeof TradeDirection]

export const TradeType = { Charge: 1, Pay: 2, Refund: 3, Deduct: 4, Gift: 5, Cashback: 6 } as const
export type TradeType = (typeof TradeType)[keyof typeof TradeType]

/** The console shows Open as Due and Uncollectible as Overdue. */
export const InvoiceStatus = { Draft: 0, Open: 1, Void: 2, Paid: 3, Uncollectible: 4 } as const
export type InvoiceStatus = (typeof InvoiceStatus)[keyof typeof InvoiceStatus]

/** The ways to pay an invoice: the account's funds, a channel of top-ups, or a bank transfer that staff record. */
export const invoiceChannels = ['balance', 'alipay', 'wxpay', 'stripe', 'cash'] as const
export type InvoiceChannel = (typeof invoiceChannels)[number]

/**
 * The kinds of invoice lines: usage, usage paid by funds, repayments before issue, bank disputes, carried amounts, and
 * staff adjustments.
 */
export const invoiceLineKinds = ['usage', 'funds', 'repaid', 'dispute', 'carried', 'adjustment'] as const
export type InvoiceLineKind = (typeof invoiceLineKinds)[number]

/** The customer's own payments, which need no dispute. */
const ownPayments: readonly InvoiceLineKind[] = ['funds', 'repaid']

/** True where a customer may dispute a line of this kind. */
export const isDisputable = (kind: InvoiceLineKind): boolean => !ownPayments.includes(kind)

/** Chinese tax invoices: general, or special, which lets the recipient deduct the tax. */
export const fapiaoKinds = ['general', 'special'] as const
export type FapiaoKind = (typeof fapiaoKinds)[number]
export const fapiaoStatuses = ['requested', 'issued'] as const

/**
 * Why a saved card was declined, as far as the cardholder is shown: banks report more, and not all of it is for them.
 */
export const declines = ['insufficient_funds', 'expired', 'card_data', 'card_gone', 'try_later', 'other_card'] as const
export type Decline = (typeof declines)[number]

/** Card brands that have a logo. */
export const cardBrands = ['amex', 'diners', 'discover', 'jcb', 'mastercard', 'unionpay', 'visa'] as const
export type CardBrand = (typeof cardBrands)[number]

/** The products on sale. Voice and others will join. */
export const products = ['sms'] as const
export type Product = (typeof products)[number]

/** Everything that has a price of its own: the products, and the fee of a message over a customer's own channel. */
export const tariffProducts = [...products, 'managed_sms'] as const
export type TariffProduct = (typeof tariffProducts)[number]

/** The channels of a top-up: alipay and wxpay for CNY, stripe for every other currency (specification section 2). */
export const topUpChannels = ['alipay', 'wxpay', 'stripe'] as const
export type TopUpChannel = (typeof topUpChannels)[number]

/** The top-up channels of a currency, in the order the console offers them. */
export const channelsOf = (currency: Currency): readonly TopUpChannel[] =>
  currency === Currency.Cny ? ['alipay', 'wxpay'] : ['stripe']

const blocks: Partial<Readonly<Record<AccountStatus, TopUpChannel>>> = {
  [AccountStatus.StripeBlocked]: 'stripe',
  [AccountStatus.AlipayBlocked]: 'alipay',
  [AccountStatus.WechatPayBlocked]: 'wxpay',
}

/**
 * True where the status blocks a channel: 10 blocks every payment, 12 to 14 only theirs (ruling 35). Cards use the
 * stripe channel in every currency. Refunds are not affected.
 */
export const isBlocked = (status: AccountStatus, channel: TopUpChannel): boolean =>
  status === AccountStatus.AllPaymentBlocked || blocks[status] === channel

/** True where any of the statuses in force blocks the channel: an account can be blocked for several reasons. */
export const isBlockedByAny = (statuses: readonly AccountStatus[], channel: TopUpChannel): boolean =>
  statuses.some((status) => isBlocked(status, channel))

/** The methods of Stripe's page that a status can block. */
export type ExcludedMethod = Extract<PayersMethod, 'paypal' | 'alipay' | 'wxpay'>

const excluded: Partial<Readonly<Record<AccountStatus, ExcludedMethod>>> = {
  [AccountStatus.PayPalBlocked]: 'paypal',
  [AccountStatus.AlipayBlocked]: 'alipay',
  [AccountStatus.WechatPayBlocked]: 'wxpay',
}

/** The methods that Stripe's page must not offer to an account of these statuses (ruling 35). */
export const excludedMethods = (statuses: readonly AccountStatus[]): readonly ExcludedMethod[] => [
  ...new Set(statuses.flatMap((status) => excluded[status] ?? [])),
]

/** The console's presentation of a top-up's payload. */
export const topUpActions = ['open', 'qrcode'] as const
export type TopUpAction = (typeof topUpActions)[number]

/**
 * The specification names only Paid. Paid is final; a late payment turns every other status into Paid. Processing: the
 * payer has confirmed, and a delayed method (a bank debit) brings the money in days.
 */
export const TopUpStatus = { Open: 0, Paid: 1, Cancelled: 2, Expired: 3, Failed: 4, Processing: 5 } as const
export type TopUpStatus = (typeof TopUpStatus)[keyof typeof TopUpStatus]

/** Screens S6. Reversed: a charge that a bank dispute took back, which has a line of its own as well. */
export const TransactionStatus = { Pending: 0, Posted: 1, Failed: 2, Reversed: 3 } as const
export type TransactionStatus = (typeof TransactionStatus)[keyof typeof TransactionStatus]

/** The kinds of transactions; the console writes their texts. */
export const transactionKinds = [
  'topup',
  'credit',
  'gift',
  'gift_return',
  'cashback',
  'cashback_return',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'deduction',
  'correction',
  'usage',
  'held',
  'invoice',
  'invoice_void',
  'invoice_payment',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

export const PaymentMethodStatus = { Pending: 0, Active: 1 } as const
export type PaymentMethodStatus = (typeof PaymentMethodStatus)[keyof typeof PaymentMethodStatus]

/** A refund is done once its channel has paid it out. A failed refund reverses all its bookings. */
export const refundStatuses = ['pending', 'done', 'failed'] as const

/** Why a charge cannot be refunded now (screens S6). */
export const refundRefusals = ['not_verified', 'refund_not_allowed', 'too_many_refunds', 'channel_unavailable'] as const
export type RefundRefusal = (typeof refundRefusals)[number]
