import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Verification } from '../../../kit/verification.ts'

/** The owner as a person, as the console shows it. */
export type Person = Pick<Account, 'firstname' | 'lastname' | 'gender'>

/** What an owner changes about themselves, with the work of other features handed in. */
export interface ProfileDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** The account as its owner sees it. */
  readonly show: (account: AccountId) => Promise<Account>
  readonly savePerson: (db: Kysely<Schema>, account: AccountId, person: Person) => Promise<void>
  /** Sets the phone or the e-mail address of an account. Returns false where another account has it. */
  readonly saveContact: (
    tx: Transaction<Schema>,
    account: AccountId,
    contact: { readonly phone: string } | { readonly email: string },
  ) => Promise<boolean>
  /** Whether a token is good for exactly this; if so, it is spent. */
  readonly spendToken: (tx: Transaction<Schema>, verification: Verification, token: string) => Promise<boolean>
  /** Ends every code and token that was sent for an account. */
  readonly endCodes: (tx: Transaction<Schema>, account: AccountId) => Promise<void>
  /** Checks the account's password as signing in does, with its lock, and holds it while the transaction lasts. */
  readonly provePassword: (account: AccountId, password: string, source: Source) => Promise<HeldPassword>
  readonly setPassword: (tx: Transaction<Schema>, account: AccountId, password: string) => Promise<void>
  readonly endOtherSessions: (tx: Transaction<Schema>, caller: Caller) => Promise<unknown>
  /** Lifts the lock of signing in that failures from an address have brought. */
  readonly liftLock: (tx: Transaction<Schema>, account: AccountId, source: Source) => Promise<void>
}

/** Whether the password that was proved is still the account's; if so, nobody changes it while the transaction lasts. */
export type HeldPassword = (tx: Transaction<Schema>) => Promise<boolean>
