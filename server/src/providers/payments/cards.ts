import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { PaymentFailure, ReceivedWebhook, Webhook } from './provider.ts'

/** A card as the customer typed it, or the token that the provider's own form made of it. Never stored or logged. */
export type CardSource =
  | { readonly token: string }
  | { readonly number: string; readonly expMonth: number; readonly expYear: number; readonly cvc: string }

/** A card to save. */
export interface NewCard {
  /** The idempotency key: a retry with the same one saves the same card. */
  readonly attempt: string
  readonly customer: string
  readonly card: CardSource
  readonly billing: BillingAddress
  /** The address that the holder returns to after authentication. */
  readonly returnUrl: string
}

export interface BillingAddress {
  readonly name: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly line1: string
  readonly line2: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** The parts of a card that may be stored. */
export interface KeptCard {
  readonly remoteId: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly brand: string
  /** The provider's fingerprint of the number: equal for the same card. Null where it gives none. */
  readonly fingerprint: string | null
}

/** The bank declined. `code` is the bank's own and never shown to the customer: some codes mean suspected fraud. */
export interface Declined {
  readonly kind: 'declined'
  readonly code: string
  /** The bank's advice: `do_not_try_again`, `try_again_later` or `confirm_card_data`. Null for none. */
  readonly advice: string | null
  readonly paymentId: string | null
}

export type SaveCardResult =
  | { readonly kind: 'saved'; readonly card: KeptCard; readonly setupId: string }
  /** The holder must authenticate at `url` first; null while the provider is still preparing it. */
  | { readonly kind: 'authenticate'; readonly card: KeptCard; readonly setupId: string; readonly url: string | null }
  | Declined
  | PaymentFailure

export interface CardCharge {
  /** The idempotency key: a retry with the same one is the same charge. */
  readonly attempt: string
  readonly account: AccountId
  readonly customer: string
  readonly card: string
  /** In micros; whole cents. */
  readonly amount: Micros
  readonly currency: Currency
}

/** The result of a charge. After `unreachable` money may have moved: retry the same attempt. */
export type ChargeResult =
  | { readonly kind: 'succeeded' | 'processing'; readonly paymentId: string }
  | { readonly kind: 'authentication_required'; readonly paymentId: string | null }
  | Declined
  | PaymentFailure

/** An event of a card's set-up. It carries no outcome: `querySetup` returns it. */
export interface SetupEvent {
  readonly kind: 'setup'
  readonly id: string
  readonly setupId: string
}

/** An event of a card charge. */
export interface ChargeEvent {
  readonly kind: 'charge'
  readonly id: string
  readonly attempt: string
  readonly amount: Micros
  readonly currency: string
  readonly charged: Exclude<ChargeResult, PaymentFailure>
}

export type CardEvent = SetupEvent | ChargeEvent

/**
 * Saves cards and charges them while the customer is absent. No call throws: every error is part of the result. A call
 * returns within ten seconds. No part of a raw card leaves the call, whether by log, error or row.
 */
export interface CardProvider {
  readonly channel: TopUpChannel
  /** Returns the provider's customer for an account. A second call returns the same one. */
  readonly customer: (
    account: AccountId,
    email: string | null,
  ) => Promise<{ readonly customer: string } | PaymentFailure>
  readonly save: (card: NewCard) => Promise<SaveCardResult>
  /** Queries a card whose holder had to authenticate. */
  readonly querySetup: (setupId: string) => Promise<SaveCardResult>
  /** Deletes a card at the provider. Also succeeds for one that it no longer has. */
  readonly forget: (card: string) => Promise<PaymentFailure | null>
  readonly charge: (charge: CardCharge) => Promise<ChargeResult>
  /** Queries a charge that was processing. */
  readonly queryCharge: (paymentId: string) => Promise<ChargeResult>
  /** Verifies a webhook and returns its events about cards, which may be none. */
  readonly receive: (webhook: Webhook, now: Date) => ReceivedWebhook<CardEvent>
}

/** The provider that holds the cards of a partition's accounts. */
export interface OfferedCards {
  readonly channel: TopUpChannel
  /** True for the sandbox's provider: no money moves. */
  readonly test: boolean
  /** The accepted form of new cards: card numbers, or tokens only (ruling 9). Null when no card can be added. */
  readonly takes: 'numbers' | 'tokens' | null
  /** Creates the provider at its first use. Fails where its keys cannot be read. */
  readonly provider: () => Promise<CardProvider>
}
