import type { SessionInfo } from '@hongyan/contract/endpoints/account/session'
import type { AccountId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { KeyedQueue } from '../../../kit/keyed-queue.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'

export interface GuardDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly secrets: SecretBox
}

/** So many failures within the window lock a key. Durations in milliseconds. */
export interface TryLimits {
  readonly failures: number
  readonly window: number
  readonly lock: number
}

export interface Tries {
  /**
   * Counts an attempt under a key before it is made. Returns null when it may be made, otherwise the moment at which
   * the lock ends.
   */
  readonly count: (key: Buffer, now: Date, limits: TryLimits) => Promise<Date | null>
  readonly forget: (db: Kysely<Schema>, key: Buffer) => Promise<void>
  /** Deletes failures that no longer count, after the response and at most once a second. */
  readonly forgetOver: () => void
}

export interface Started {
  readonly token: string
  readonly info: SessionInfo
}

/** The dependencies of second factors; functions of other features are handed in. */
export interface SecondFactorDeps extends GuardDeps {
  /**
   * Attempts at one account wait for each other, so that a right answer that arrives twice does not count as a failure.
   */
  readonly attempts: KeyedQueue
  readonly tries: Tries
  /** Returns true where the owner of an account signed in from a device. */
  readonly isKnownDevice: (account: AccountId, device: string | null) => Promise<boolean>
  readonly openSession: (
    tx: Transaction<Schema>,
    owner: { readonly id: AccountId; readonly partition: Partition },
    source: Source,
    before: Caller | null,
  ) => Promise<Started>
  /** Records that the caller's session was verified again. */
  readonly markVerified: (db: Kysely<Schema>, caller: Caller, now: Date) => Promise<void>
}

/** The dependencies of a change of second factors. */
export type ChangeGuardDeps = GuardDeps & Pick<SecondFactorDeps, 'markVerified'>
