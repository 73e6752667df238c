import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import type {
  CredentialResult,
  ManagedProvider,
  MappingKind,
  UpstreamBehaviour,
} from '@hongyan/contract/vocabulary/upstream'
import type { Receipt, Upstream } from './upstream.ts'

/** The credentials of a channel by field, with its secrets opened. */
export interface Credentials {
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

/** A channel on a customer's own account at a provider, as its adapter needs it. */
export interface ManagedChannel extends Credentials {
  readonly account: AccountId
  readonly id: UpstreamId
  readonly provider: ManagedProvider
  /** The behaviour that the sandbox plays. */
  readonly behaviour: UpstreamBehaviour
  /** Parts a second. */
  readonly tps: number
}

export interface CredentialCheck {
  readonly result: CredentialResult
  /** The field at fault, where the provider names one. */
  readonly field: string | null
}

/** A signature or template as a provider answers for it. */
export type RemoteState = 'pending' | 'ready' | 'rejected'

/** Receipts as a provider posted them to a channel's address, and the body of the response that it expects. */
export interface ReceivedReceipts {
  readonly receipts: readonly Receipt[]
  readonly response: string
}

/** The adapters to the providers at which customers have accounts of their own (ruling 38). */
export interface ManagedProviders {
  /** The upstream of a channel, whose code is the channel's id as 32 hex digits; null without an adapter. */
  readonly open: (channel: ManagedChannel) => Upstream | null
  /** Presents credentials to their provider. Never rejects. */
  readonly check: (provider: ManagedProvider, credentials: Credentials) => Promise<CredentialCheck>
  /** Asks the provider for one of its signatures or templates. Throws when it cannot be asked. */
  readonly mappingState: (channel: ManagedChannel, kind: MappingKind, remote: string) => Promise<RemoteState>
  /** Reads posted receipts, checking their signature where the provider signs; null where they are not genuine. */
  readonly receive: (channel: ManagedChannel, body: Buffer) => ReceivedReceipts | null
}

/** The providers of an installation that has an adapter to none of them. */
export const noProviders: ManagedProviders = {
  open: () => null,
  check: async () => ({ result: 'no_adapter', field: null }),
  mappingState: async () => 'pending',
  receive: () => null,
}
