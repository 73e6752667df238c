import type { AccountId, RefundId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import type { TopUpAction, TopUpChannel } from '@hongyan/contract/vocabulary/payment'

/** An order as a provider sees it. Its row is committed before a provider hears of it. */
export interface PaymentOrder {
  /** What both sides call the order by: the id without dashes, 32 hex digits. */
  readonly reference: string
  readonly account: AccountId
  /** Whole cents. */
  readonly amount: Micros
  readonly currency: Currency
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The language of the payer. */
  readonly locale: Locale
  /** What the provider calls the order, once it has answered; null where it goes by our reference. */
  readonly remoteId: string | null
}

/** `unreachable` is any answer that does not tell; `refused` a certain no. `reason` is a code, never a text that quotes. */
export interface PaymentFailure {
  readonly kind: 'unreachable' | 'refused'
  readonly reason: string
}

/** What the payer needs: an address to open or the value of a QR code. */
export interface OpenedPayment {
  readonly kind: 'opened'
  readonly action: TopUpAction
  readonly payload: string
  readonly remoteId: string | null
}

/** What a provider knows of an order. `absent`: it has never heard of it, which is normal before the payer comes. */
export type PaymentState =
  | { readonly kind: 'paid'; readonly amount: Micros; readonly currency: string; readonly paymentId: string }
  | { readonly kind: 'pending' | 'closed' | 'absent' }

/** A refund as a provider sees it. Its row is committed before a provider hears of it. */
export interface PaymentRefund {
  /** What both sides call the refund by: its id without dashes, 32 hex digits. */
  readonly reference: string
  readonly order: PaymentOrder
  /** The provider's name of the payment. */
  readonly paymentId: string
  /** Whole cents; what the payer gets. */
  readonly amount: Micros
  /** What the provider calls the refund, once it has told; null where it goes by our reference. */
  readonly remoteId: string | null
}

/** What a provider knows of a refund. `failed`: it gave it up, nobody got anything. `absent`: it has never heard of it. */
export type RefundState =
  | { readonly kind: 'refunded' | 'pending'; readonly remoteId: string | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'absent' }

/** A update that a genuine webhook tells. */
export type PaymentUpdate =
  | PaymentState
  | {
      readonly kind: 'refund_done' | 'refund_failed'
      /** Our reference of the refund. */
      readonly refund: string
      /** What was paid out, where the provider tells it of this refund alone. */
      readonly amount?: Micros
      /** Why it failed, as a code. */
      readonly reason?: string
    }
  | {
      readonly kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost'
      /** The provider's name of the dispute. */
      readonly disputeId: string
      readonly amount: Micros
      readonly currency: string
    }

/** An event of an order. */
export interface OrderEvent {
  /** Unique for what it tells: the same event told twice has the same one. */
  readonly id: string
  /** Our reference of the order, or the provider's name of its payment. */
  readonly about: { readonly reference: string } | { readonly paymentId: string }
  readonly update: PaymentUpdate
}

/** A webhook as it arrived: nothing of it is believed yet. */
export interface Webhook {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

export interface WebhookResponse {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** `forged` is whatever is not proved to come from the provider and to be meant for us. */
export type ReceivedWebhook<Event = OrderEvent> =
  | { readonly kind: 'genuine'; readonly events: readonly Event[] }
  | { readonly kind: 'forged'; readonly reason: string }

/**
 * A way to pay. Every adapter passes the shared suite beside this file. No call throws: what goes wrong is its answer.
 * A call takes ten seconds at most.
 */
export interface PaymentProvider {
  readonly channel: TopUpChannel
  /** Begins the payment. The same reference twice is one payment. */
  readonly open: (order: PaymentOrder) => Promise<OpenedPayment | PaymentFailure>
  readonly query: (order: PaymentOrder) => Promise<PaymentState | PaymentFailure>
  /** Makes sure that nobody pays any more; `paid` when somebody has. */
  readonly close: (order: PaymentOrder) => Promise<PaymentState | PaymentFailure>
  /**
   * Gives a part of what was paid back to the payer. The same reference twice is one refund. `refused` is certain of this
   * call alone: an earlier one that was not answered may have been carried out.
   */
  readonly refund: (refund: PaymentRefund) => Promise<RefundState | PaymentFailure>
  readonly queryRefund: (refund: PaymentRefund) => Promise<RefundState | PaymentFailure>
  readonly receive: (webhook: Webhook, now: Date) => ReceivedWebhook
  /** What the provider takes for "heard", "not genuine" and "not now". */
  readonly responses: Readonly<Record<'received' | 'forged' | 'retryLater', WebhookResponse>>
}

/** The reference that names an order or a refund, and the id that a reference names; null where it names none. */
export const referenceOf = (id: TopUpId | RefundId): string => id.replaceAll('-', '')

export const orderIdOf = (reference: string): TopUpId | null => idOf(reference) as TopUpId | null // orders have UUIDv7s
export const refundIdOf = (reference: string): RefundId | null => idOf(reference) as RefundId | null // refunds as well

function idOf(reference: string): string | null {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})(7[0-9a-f]{3})([0-9a-f]{4})([0-9a-f]{12})$/.exec(reference)
  return match === null ? null : match.slice(1).join('-')
}
