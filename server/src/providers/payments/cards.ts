import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { PaymentFailure, ReceivedWebhook, Webhook } from './provider.ts'

/** A card as its holder typed it, or what the provider's own fields made of it. It is passed on and kept nowhere. */
export type CardSource =
  | { readonly token: string }
  | { readonly number: string; readonly expMonth: number; readonly expYear: number; readonly cvc: string }

/** A card that is to be kept. */
export interface NewCard {
  /** Unique for the try; asked again after a doubt it is still one. */
  readonly attempt: string
  readonly customer: string
  readonly card: CardSource
  readonly billing: BillingAddress
  /** Where the holder comes back to after an authentication. */
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

/** What may be kept of a card. */
export interface KeptCard {
  readonly remoteId: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly brand: string
  /** The provider's mark of the number: equal for the same card. */
  readonly fingerprint: string | null
}

/** `declined` carries the bank's code, which nobody is shown as it is: some of them speak of fraud. */
export interface Declined {
  readonly kind: 'declined'
  readonly code: string
  /** What the bank advises: `do_not_try_again`, `try_again_later`, `confirm_card_data`. */
  readonly advice: string | null
  readonly paymentId: string | null
}

export type SaveCardResult =
  | { readonly kind: 'saved'; readonly card: KeptCard; readonly setupId: string }
  /** The holder has to authenticate at this address first; null while the provider is still at it. */
  | { readonly kind: 'authenticate'; readonly card: KeptCard; readonly setupId: string; readonly url: string | null }
  | Declined
  | PaymentFailure

export interface CardCharge {
  /** Unique for the attempt; asked again after a doubt it is still one charge. */
  readonly attempt: string
  readonly account: AccountId
  readonly customer: string
  readonly card: string
  /** Whole cents. */
  readonly amount: Micros
  readonly currency: Currency
}

/** `unreachable` leaves open whether money moved: the same attempt is asked again. */
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
 * A provider that keeps cards for us and charges them while nobody is there. No call throws: what goes wrong is its
 * answer. A call takes ten seconds at most. Nothing of a raw card ever leaves the call: no log, no error, no row.
 */
export interface CardProvider {
  readonly channel: TopUpChannel
  /** The provider's name of an account that keeps cards; asked twice it is the same. */
  readonly customer: (
    account: AccountId,
    email: string | null,
  ) => Promise<{ readonly customer: string } | PaymentFailure>
  readonly save: (card: NewCard) => Promise<SaveCardResult>
  /** What became of a card whose holder had to authenticate. */
  readonly querySetup: (setupId: string) => Promise<SaveCardResult>
  /** A card that the provider does not have any more, or has for nobody, is forgotten as well. */
  readonly forget: (card: string) => Promise<PaymentFailure | null>
  readonly charge: (charge: CardCharge) => Promise<ChargeResult>
  /** What became of a charge that was processing. */
  readonly queryCharge: (paymentId: string) => Promise<ChargeResult>
  /** The events about cards that a webhook tells: none where it is about something else. */
  readonly receive: (webhook: Webhook, now: Date) => ReceivedWebhook<CardEvent>
}

/** The provider that keeps the cards of some accounts. */
export interface OfferedCards {
  readonly channel: TopUpChannel
  /** Nobody's money moves: the sandbox stands behind it. */
  readonly test: boolean
  /** Whether it may be given numbers as they were typed, or tokens alone (ruling 9); null: neither, nothing can be added. */
  readonly takes: 'numbers' | 'tokens' | null
  /** Made when it is needed for the first time; fails where what it needs cannot be read. */
  readonly provider: () => Promise<CardProvider>
}
