import type { AccountId, RefundId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import type { ExcludedMethod, PayersMethod, TopUpAction, TopUpChannel } from '@hongyan/contract/vocabulary/payment'

/** An order as a provider receives it. Its row is committed before the provider receives it. */
export interface PaymentOrder {
  /** Our order number at the provider: the id without dashes, 32 hex digits. */
  readonly reference: string
  readonly account: AccountId
  /** In micros; whole cents. */
  readonly amount: Micros
  readonly currency: Currency
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The payer's language. */
  readonly locale: Locale
  /** The number of the invoice that the payment is for; null for a top-up. Only `open` needs it. */
  readonly invoice: string | null
  /** The methods that Stripe's page must not offer. Only `open` needs them. */
  readonly excluded: readonly ExcludedMethod[]
  /** The provider's id of the order, null until it responds, or where it uses our reference. */
  readonly remoteId: string | null
}

/**
 * A call that failed. `refused`: the provider certainly did not carry it out. `unreachable`: it may have. `reason` is a
 * code, never a sentence that may quote the request.
 */
export interface PaymentFailure {
  readonly kind: 'unreachable' | 'refused'
  readonly reason: string
}

/** A payment that the payer can make: an address to open or the value of a QR code. */
export interface OpenedPayment {
  readonly kind: 'opened'
  readonly action: TopUpAction
  readonly payload: string
  readonly remoteId: string | null
}

/**
 * The state of an order at the provider. `absent`: unknown there, which is normal until the payer opens the page.
 * `processing`: the payer has confirmed, and the money may still take days.
 */
export type PaymentState =
  | { readonly kind: 'paid'; readonly amount: Micros; readonly currency: string; readonly paymentId: string }
  | { readonly kind: 'pending' | 'processing' | 'closed' | 'absent' }

/** A refund as a provider receives it. Its row is committed before the provider receives it. */
export interface PaymentRefund {
  /** Our refund number at the provider: the id without dashes, 32 hex digits. */
  readonly reference: string
  readonly order: PaymentOrder
  /** The provider's id of the payment. */
  readonly paymentId: string
  /** In micros; whole cents. The amount that the payer receives. */
  readonly amount: Micros
  /** The provider's id of the refund, null until it responds, or where it uses our reference. */
  readonly remoteId: string | null
}

/** The state of a refund at the provider. `failed`: given up, no money was paid out. `absent`: unknown there. */
export type RefundState =
  | { readonly kind: 'refunded' | 'pending'; readonly remoteId: string | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'absent' }

/** A change that a genuine webhook reports about an order. */
export type PaymentUpdate =
  | PaymentState
  | {
      /** The payer's method, which a provider may report before or after the payment itself. */
      readonly kind: 'method'
      readonly method: PayersMethod
    }
  | {
      readonly kind: 'refund_done' | 'refund_failed'
      /** Our reference of the refund, or the provider's id of one that was made in its dashboard. */
      readonly refund: string
      /** The amount paid out, where the provider reports it for this refund alone. */
      readonly amount?: Micros
      /** The amount paid out by all refunds of the payment together, where the provider reports that. */
      readonly total?: Micros
      /** The code of the failure. */
      readonly reason?: string
    }
  | {
      /** `dispute_inquiry`: the bank asks, and takes no money yet. */
      readonly kind: 'dispute_inquiry' | 'dispute_opened' | 'dispute_won' | 'dispute_lost'
      /** The provider's id of the dispute. */
      readonly disputeId: string
      readonly amount: Micros
      readonly currency: string
    }

/** An event of an order. */
export interface OrderEvent {
  /** The event's id. A repeated webhook carries the same one. */
  readonly id: string
  /** Our reference of the order, or the provider's id of its payment. */
  readonly about: { readonly reference: string } | { readonly paymentId: string }
  /** When the provider made the event, where it says so. */
  readonly at?: Date
  readonly update: PaymentUpdate
}

/** A webhook as received, not verified yet. */
export interface Webhook {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

export interface WebhookResponse {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/**
 * A verified webhook. `forged`: not proved to come from the provider and to be meant for us. `other_mode`: a live event
 * for a test key, or a test event for a live one; `event` is its id.
 */
export type ReceivedWebhook<Event = OrderEvent> =
  | { readonly kind: 'genuine'; readonly events: readonly Event[] }
  | { readonly kind: 'other_mode'; readonly event: string }
  | { readonly kind: 'forged'; readonly reason: string }

/**
 * A payment channel. Every adapter passes the shared suite in `suite.ts`. No call throws: every error is part of the
 * result. A call returns within ten seconds.
 */
export interface PaymentProvider {
  readonly channel: TopUpChannel
  /** Opens the payment. A repeated reference is the same payment. */
  readonly open: (order: PaymentOrder) => Promise<OpenedPayment | PaymentFailure>
  readonly query: (order: PaymentOrder) => Promise<PaymentState | PaymentFailure>
  /** Closes the order so that it cannot be paid any more. Returns `paid` when it already was. */
  readonly close: (order: PaymentOrder) => Promise<PaymentState | PaymentFailure>
  /**
   * Refunds a part of the payment. A repeated reference is the same refund. `refused` is certain for this call only: an
   * earlier call without a response may have been carried out.
   */
  readonly refund: (refund: PaymentRefund) => Promise<RefundState | PaymentFailure>
  readonly queryRefund: (refund: PaymentRefund) => Promise<RefundState | PaymentFailure>
  readonly receive: (webhook: Webhook, now: Date) => ReceivedWebhook
  /** The responses that the provider understands: `retryLater` makes it send the webhook again. */
  readonly responses: Readonly<Record<'received' | 'forged' | 'retryLater', WebhookResponse>>
}

/** The reference of an order or a refund. The functions below reverse it and return null for any other text. */
export const referenceOf = (id: TopUpId | RefundId): string => id.replaceAll('-', '')

export const orderIdOf = (reference: string): TopUpId | null => idOf(reference) as TopUpId | null // orders have UUIDv7s
export const refundIdOf = (reference: string): RefundId | null => idOf(reference) as RefundId | null // refunds as well

function idOf(reference: string): string | null {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})(7[0-9a-f]{3})([0-9a-f]{4})([0-9a-f]{12})$/.exec(reference)
  return match === null ? null : match.slice(1).join('-')
}
