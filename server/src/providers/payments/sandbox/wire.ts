import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Clock } from '../../../kit/clock.ts'
import type { SandboxKeys } from './keys.ts'
import type { Payments, SandboxEvent, SandboxPayment } from './payments.ts'
import type { Refunds, SandboxRefund } from './refunds.ts'

/** A call to one of the services. */
export interface WireRequest {
  readonly method: string
  /** The path below the service's base address, without the query. */
  readonly path: string
  /** Path and query as sent, which some signatures cover. */
  readonly target: string
  readonly query: URLSearchParams
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A webhook as sent to the merchant. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A webhook to build: its event, and the amount it reports in cents. */
export interface NewWebhook {
  readonly payment: SandboxPayment
  readonly event: SandboxEvent
  readonly claimed: bigint
  readonly now: Date
}

/** The HTTP interface of one payment provider. */
export interface WireService {
  readonly channel: TopUpChannel
  readonly answer: (request: WireRequest) => Promise<WireReply>
  /** Builds a webhook. A repeated event has the same id, as at the real providers. */
  readonly webhook: (webhook: NewWebhook) => Promise<SignedWebhook>
  /** Builds the webhook of a refund; null where the service sends none. */
  readonly refundWebhook: (refund: SandboxRefund, now: Date) => Promise<SignedWebhook | null>
  /** True when the merchant's response acknowledges the webhook. Otherwise the service retries. */
  readonly acknowledges: (status: number, body: string) => boolean
}

export interface Addresses {
  /** The origin for browsers, without a trailing slash. */
  readonly public: () => string
  /** This server's own origin on loopback. */
  readonly internal: () => string
}

/** The dependencies of every service. */
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

/** Formats cents as units with two decimals. */
export const unitsOf = (cents: bigint): string => `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
