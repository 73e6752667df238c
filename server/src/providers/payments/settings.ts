import type { AlipayConfig, StripeConfig, WxpayConfig } from '../../config/payments.ts'

/**
 * What the adapters need to know. Addresses are functions because our own is known only once the server listens, and the
 * sandbox's services are part of it. Keys are PEM.
 */
interface Shared {
  /** Where customers reach us, without a trailing slash: payers come back to it, webhooks go to it. */
  readonly publicUrl: () => string
  /** Milliseconds that a call takes at most; ten seconds unless told otherwise. */
  readonly timeLimit?: number
}

export interface StripeSettings extends Shared, Omit<StripeConfig, 'apiBase'> {
  /** What `/v1/…` is appended to; null is Stripe's own. */
  readonly apiBase: () => string | null
}

export interface AlipaySettings extends Shared, Omit<AlipayConfig, 'gateway'> {
  /** The whole address, `…/gateway.do`. */
  readonly gateway: () => string
  /** The same for payers, where they reach it by another address than this server does. */
  readonly pageGateway?: () => string
}

export interface WxpaySettings extends Shared, Omit<WxpayConfig, 'apiBase'> {
  /** What `/v3/…` is appended to. */
  readonly apiBase: () => string
}
