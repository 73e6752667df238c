import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Clock } from '../../../kit/clock.ts'
import type { SandboxKeys } from './keys.ts'
import type { Payments, SandboxEvent, SandboxPayment } from './payments.ts'
import type { Refunds, SandboxRefund } from './refunds.ts'

/** A call of one of the services, as it came. */
export interface WireRequest {
  readonly method: string
  /** Behind the service's own base address, without the query. */
  readonly path: string
  /** Path and query as they were sent, which is what some signatures are over. */
  readonly target: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What is posted to the merchant. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A fact to tell, and what to claim was paid. */
export interface NewWebhook {
  readonly payment: SandboxPayment
  readonly event: SandboxEvent
  readonly claimed: bigint
  readonly now: Date
}

/** One payment provider, as far as its wire goes. */
export interface WireService {
  readonly channel: TopUpChannel
  readonly answer: (request: WireRequest) => Promise<WireReply>
  /** The same fact told twice has the same id, as the real ones have it. */
  readonly webhook: (telling: NewWebhook) => Promise<SignedWebhook>
  /** What a refund came to; null where the service does not tell of that. */
  readonly refundWebhook: (refund: SandboxRefund, now: Date) => Promise<SignedWebhook | null>
  /** Whether the merchant’s response acknowledges the webhook. Otherwise the service retries. */
  readonly acknowledges: (status: number, body: string) => boolean
}

export interface Addresses {
  /** The origin browsers reach us at, without a trailing slash. */
  readonly public: () => string
  /** The origin that this server listens at on loopback. */
  readonly internal: () => string
}

/** What the services build on. */
export interface WireDeps {
  readonly payments: Payments
  readonly refunds: Refunds
  readonly keys: () => Promise<SandboxKeys>
  readonly addresses: Addresses
  readonly clock: Clock
}

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): WireReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

export const headerOf = (request: WireRequest, name: string): string => String(request.headers[name] ?? '')

export const payPageOf = (addresses: Addresses, id: string): string =>
  `${addresses.public()}/sandbox/checkout/${encodeURIComponent(id)}`

/** Whole cents, as the services that count in units write them. */
export const unitsOf = (cents: bigint): string => `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
