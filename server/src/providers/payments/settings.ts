/**
 * What the adapters need to know. Addresses are functions because our own is known only once the server listens, and the
 * sandbox's services are part of it. Keys are PEM.
 */
interface Shared {
  /** Where customers reach us, without a trailing slash: payers come back to it, notifies go to it. */
  readonly publicUrl: () => string
  /** Milliseconds that a call takes at most; ten seconds unless told otherwise. */
  readonly timeLimit?: number
}

export interface StripeSettings extends Shared {
  readonly apiKey: string
  /** Any of them may have signed, so that one can take another's place. */
  readonly webhookSecrets: readonly string[]
  /** What `/v1/…` is appended to; null is Stripe's own. */
  readonly apiBase: () => string | null
}

export interface AlipaySettings extends Shared {
  readonly appId: string
  /** Where it is set, a notify for another seller is refused. */
  readonly sellerId: string | null
  readonly privateKey: string
  readonly alipayPublicKey: string
  /** The whole address, `…/gateway.do`. */
  readonly gateway: () => string
  /** The same for payers, where they reach it by another address than this server does. */
  readonly pageGateway?: () => string
}

export interface WxpaySettings extends Shared {
  readonly appId: string
  readonly mchId: string
  /** Of our own certificate. */
  readonly serial: string
  readonly privateKey: string
  /** The id of their public key, or the serial of their certificate. */
  readonly platformSerial: string
  readonly platformPublicKey: string
  /** 32 bytes. */
  readonly apiV3Key: string
  /** What `/v3/…` is appended to. */
  readonly apiBase: () => string
}
