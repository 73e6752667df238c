import type { AlipayConfig, StripeConfig, WxpayConfig } from '../../config/payments.ts'

/**
 * The settings of every adapter. Keys are in PEM. Addresses are functions, because this server's own address is known
 * only once it listens; in sandbox mode the payment services are part of it.
 */
interface Shared {
  /** Our public address, without a trailing slash: payers return to it and webhooks go to it. */
  readonly publicUrl: () => string
  /** The time limit of a call in milliseconds; ten seconds by default. */
  readonly timeLimit?: number
}

export interface StripeSettings extends Shared, Omit<StripeConfig, 'apiBase'> {
  /** The base that `/v1/…` is appended to; null is Stripe's own. */
  readonly apiBase: () => string | null
}

export interface AlipaySettings extends Shared, Omit<AlipayConfig, 'gateway'> {
  /** The full address, `…/gateway.do`. */
  readonly gateway: () => string
  /** The gateway for the payer's browser, where it differs from the server's. */
  readonly pageGateway?: () => string
}

export interface WxpaySettings extends Shared, Omit<WxpayConfig, 'apiBase'> {
  /** The base that `/v3/…` is appended to. */
  readonly apiBase: () => string
}
