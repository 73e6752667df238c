import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { CodeScope } from '../../../kit/code-scope.ts'

/** The owner as a person, as the console shows it. */
export type Person = Pick<Account, 'firstname' | 'lastname' | 'gender'>

/** The dependencies of profile calls; functions of other features are handed in. */
export interface ProfileDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** The account as its owner sees it. */
  readonly show: (account: AccountId) => Promise<Account>
  readonly savePerson: (db: Kysely<Schema>, account: AccountId, person: Person) => Promise<void>
  readonly saveLocale: (db: Kysely<Schema>, account: AccountId, locale: Locale) => Promise<void>
  /** Sets the phone or the email address of an account. Returns false where another account has it. */
  readonly saveContact: (
    tx: Transaction<Schema>,
    account: AccountId,
    contact: { readonly phone: string } | { readonly email: string },
  ) => Promise<boolean>
  /** Spends a token. Returns false unless it is valid for exactly this scope. */
  readonly spendToken: (tx: Transaction<Schema>, scope: CodeScope, token: string) => Promise<boolean>
  /** Ends every code and token that was sent for an account. */
  readonly endCodes: (tx: Transaction<Schema>, account: AccountId) => Promise<void>
  /** Checks the account's password with the lock of signing in. Throws where it is wrong. */
  readonly checkPassword: (account: AccountId, password: string, source: Source) => Promise<HeldPassword>
  readonly setPassword: (tx: Transaction<Schema>, account: AccountId, passwordHash: string) => Promise<void>
  readonly endOtherSessions: (tx: Transaction<Schema>, caller: Caller) => Promise<unknown>
  /** Ends the caller's own session at a moment. */
  readonly endSessionAt: (tx: Transaction<Schema>, caller: Caller, at: Date) => Promise<void>
  /** Lifts the sign-in lock of this account and address. */
  readonly liftLock: (tx: Transaction<Schema>, account: AccountId, source: Source) => Promise<void>
}

/** Locks the checked password until the transaction ends. Returns false where it has changed since. */
export type HeldPassword = (tx: Transaction<Schema>) => Promise<boolean>
