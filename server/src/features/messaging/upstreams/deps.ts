import type { AccountId, MessageId, UpstreamId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { ManagedProviders } from '../../../providers/upstreams/managed.ts'

/** A test message over one channel. */
export interface TestMessage {
  readonly account: AccountId
  readonly upstream: UpstreamId
  /** A number that the account has proved, in E.164. */
  readonly to: string
  readonly content: TestContent
  readonly requestId: string
}

/** The content of a test message: a text, or for a provider that takes templates alone one with its sample values. */
export type TestContent =
  | { readonly text: string }
  | {
      readonly template: string
      /** The name of the sender that the provider knows; null where it knows none. */
      readonly signature: string | null
    }

export interface UpstreamDeps {
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: SecretBox
  /** The adapters to the providers of managed channels. */
  readonly providers: ManagedProviders
  /** True where the sandbox plays the carriers, so that a channel has a behaviour to choose. */
  readonly sandbox: boolean
  /** The code of the link of the product's own channel. */
  readonly standardLink: string
  /** The address that a provider sends delivery receipts to, by the secret part of its path. */
  readonly receiptUrl: (token: string) => string
  /** Sends a message over one channel, whatever the rules say. */
  readonly sendOver: (test: TestMessage) => Promise<MessageId>
}

/** The account that calls, in its language. */
export interface Caller {
  readonly account: AccountId
  readonly locale: Locale
}
