import type { AccountId, PaymentMethodId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../../../db/schema.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'

/** A top-up that the owner pays by a link. */
export interface LinkOrder {
  readonly amount: Micros
  readonly locale: Locale
  /** The time to pay, in milliseconds from now. */
  readonly payableFor: number
}

/** The owner's consent that a card is charged without further confirmation. */
export interface Consent {
  readonly at: Date
  readonly address: string
  readonly text: string
}

export interface RechargeDeps extends PaymentDeps {
  readonly saveConsent: (
    tx: Transaction<Schema>,
    card: { readonly account_id: AccountId; readonly id: PaymentMethodId },
    consent: Consent,
  ) => Promise<void>
}

export interface LinkDeps extends Pick<PaymentDeps, 'db' | 'clock' | 'log'> {
  readonly pool: Pool
  /** Opens a top-up by card; returns the address to pay it at. */
  readonly openLink: (account: AccountId, order: LinkOrder) => Promise<string>
}
