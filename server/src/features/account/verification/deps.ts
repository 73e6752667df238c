import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { CodeScope } from '../../../kit/code-scope.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'

/** The effects of a verification on the account itself. */
export interface AccountEffects {
  /** Marks the account as verified under a name. Returns true where that raised its trust level. */
  readonly markVerified: (tx: Transaction<Schema>, account: AccountId, name: string) => Promise<boolean>
  /** Ends the account's verification. `lowers`: the trust level returns to what its payments prove. */
  readonly endVerified: (tx: Transaction<Schema>, account: AccountId, lowers: boolean) => Promise<void>
}

export interface VerificationDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly accounts: AccountEffects
}

export interface ReviewDeps extends VerificationDeps {
  /** The address of an upload under its signed token. */
  readonly fileAddress: (token: string) => string
}

export interface SubmissionDeps extends VerificationDeps {
  /** The address of a blank letter of authorisation: that of an operator, or that of a lent sender ID. */
  readonly letterForm: (kind: 'authorisation' | 'sender-id', locale: Locale) => string
  /** True for a country or region, as ISO 3166 alpha-2. */
  readonly isCountry: (iso2: string) => boolean
  /** Spends the token of a code. Returns false unless it is valid for exactly this scope. */
  readonly spendToken: (tx: Transaction<Schema>, scope: CodeScope, token: string) => Promise<boolean>
}
