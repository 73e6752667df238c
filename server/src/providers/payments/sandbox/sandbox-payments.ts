import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { AlipaySettings, StripeSettings, WxpaySettings } from '../settings.ts'
import { type CardDesk, createCardDesk } from './card-desk.ts'
import { createCardEvents } from './card-events.ts'
import { ALIPAY_APP, ALIPAY_SELLER, alipayWire } from './alipay-wire.ts'
import { createKeys, type SandboxKeys } from './keys.ts'
import { createWebhookDelivery } from './webhook-delivery.ts'
import { createPayments, type Payments } from './payments.ts'
import { answerCardCall } from './stripe-card-wire.ts'
import { createRefundWebhooks } from './refund-webhooks.ts'
import { createRefunds } from './refunds.ts'
import { answerRefundCall } from './stripe-refund-wire.ts'
import { stripeWire } from './stripe-wire.ts'
import type { Addresses, WireRequest, WireService } from './wire.ts'
import { WXPAY_APP, WXPAY_PLATFORM, WXPAY_SERIAL, wxpayWire } from './wxpay-wire.ts'
import { WXPAY_MERCHANT } from './wxpay-terms.ts'

export interface SandboxPaymentsDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
  readonly addresses: Addresses
}

/** What the adapters are to be made with, so that they talk to the sandbox's services. */
export interface SandboxPaymentSettings {
  readonly stripe: StripeSettings
  readonly alipay: AlipaySettings
  readonly wxpay: WxpaySettings
}

export interface SandboxPayments {
  /** Makes the keys where there are none yet, which takes a moment: not for the start of a server. */
  readonly settings: () => Promise<SandboxPaymentSettings>
  readonly services: Readonly<Record<TopUpChannel, WireService>>
  /** What the pay page shows and does; a payment that it pays may be told to the merchant before it answers. */
  readonly payments: Pick<Payments, 'byId' | 'decline' | 'dispute'>
  readonly pay: (id: string) => Promise<void>
  /** What the page shows and does at which the holder of a card authenticates. */
  readonly cards: Pick<CardDesk, 'setupById' | 'cardById' | 'authenticate'>
  /** Posts the webhooks that are due by the clock; answers how many. */
  readonly round: () => Promise<number>
  readonly loops: readonly Loop[]
}

/** Our own payment services, which speak as Stripe, Alipay and WeChat Pay do and take nobody's money. */
export function createSandboxPayments(deps: SandboxPaymentsDeps): SandboxPayments {
  const { pool, clock, log, secrets, addresses } = deps
  const keys = createKeys(pool, secrets)
  const payments = createPayments(pool, clock)
  const refunds = createRefunds(pool, clock)
  const wire = { payments, refunds, keys, addresses, clock }
  const events = createCardEvents({ pool, clock, log, keys, addresses })
  const cards = createCardDesk({ pool, clock, keys, owe: events.owe })
  const answerCards = (request: WireRequest) => answerCardCall({ pool, clock, desk: cards, keys, addresses }, request)
  const answerOthers = async (request: WireRequest) =>
    (await answerRefundCall({ ...wire, cards }, request)) ?? answerCards(request)
  const services = { stripe: stripeWire(wire, answerOthers), alipay: alipayWire(wire), wxpay: wxpayWire(wire) }
  const webhooks = createWebhookDelivery({ pool, clock, log, addresses, payments, services })
  const refundWebhooks = createRefundWebhooks({ pool, clock, log, addresses, services })
  return {
    settings: async () => settingsOf(await keys(), addresses),
    services,
    payments,
    async pay(id) {
      const { first } = await payments.pay(id)
      if (first !== null) await webhooks.deliver(first)
    },
    cards,
    round: async () => (await webhooks.round()) + (await events.round()) + (await refundWebhooks.round()),
    loops: [webhooks.loop, events.loop, refundWebhooks.loop],
  }
}

function settingsOf(keys: SandboxKeys, addresses: Addresses): SandboxPaymentSettings {
  const publicUrl = addresses.public
  const base = (service: TopUpChannel, from = addresses.internal): string => `${from()}/sandbox/services/${service}`
  return {
    stripe: {
      publicUrl,
      apiKey: keys.stripeApi,
      webhookSecrets: [keys.stripeWebhook],
      apiBase: () => base('stripe'),
    },
    alipay: {
      publicUrl,
      appId: ALIPAY_APP,
      sellerId: ALIPAY_SELLER,
      privateKey: keys.alipayApp.privateKey,
      alipayPublicKey: keys.alipayPlatform.publicKey,
      gateway: () => `${base('alipay')}/gateway.do`,
      pageGateway: () => `${base('alipay', addresses.public)}/gateway.do`,
    },
    wxpay: {
      publicUrl,
      appId: WXPAY_APP,
      mchId: WXPAY_MERCHANT,
      serial: WXPAY_SERIAL,
      privateKey: keys.wxpayMerchant.privateKey,
      platformSerial: WXPAY_PLATFORM,
      platformPublicKey: keys.wxpayPlatform.publicKey,
      apiV3Key: keys.wxpayApiV3,
      apiBase: () => base('wxpay'),
    },
  }
}
