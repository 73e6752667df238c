/** Specification section 3, "Payment channels": the channels, then those that have a label only. */
export const paymentChannels = ['cash', 'balance', 'alipay', 'wxpay', 'unionpay', 'stripe'] as const
export type PaymentChannel = (typeof paymentChannels)[number]
export const labelledPaymentChannels = [...paymentChannels, 'card', 'paypal', 'googlepay', 'applepay'] as const
export type LabelledPaymentChannel = (typeof labelledPaymentChannels)[number]

export const TradeDirection = { In: 1, Out: 2 } as const
export type TradeDirection = (typeof TradeDirection)[keyof typeof TradeDirection]

export const TradeType = { Charge: 1, Pay: 2, Refund: 3, Deduct: 4, Gift: 5, Cashback: 6 } as const
export type TradeType = (typeof TradeType)[keyof typeof TradeType]

/** Open is shown as Due, Uncollectible as Overdue. */
export const InvoiceStatus = { Draft: 0, Open: 1, Void: 2, Paid: 3, Uncollectible: 4 } as const
export type InvoiceStatus = (typeof InvoiceStatus)[keyof typeof InvoiceStatus]

/** Card brands that have a logo. */
export const cardBrands = ['amex', 'diners', 'discover', 'jcb', 'mastercard', 'unionpay', 'visa'] as const
export type CardBrand = (typeof cardBrands)[number]

/** What a top-up asks the console to do with its payload. */
export const topUpActions = ['open', 'qrcode'] as const
export type TopUpAction = (typeof topUpActions)[number]

/** GET order check: the only status the specification names. */
export const ORDER_PAID = 1
