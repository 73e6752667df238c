import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { AlipaySettings, StripeSettings, WxpaySettings } from '../settings.ts'
import { type Cards, createCards } from './cards.ts'
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

/** The adapter settings that lead to the sandbox's services. */
export interface SandboxPaymentSettings {
  readonly stripe: StripeSettings
  readonly alipay: AlipaySettings
  readonly wxpay: WxpaySettings
}

export interface SandboxPayments {
  /** Returns the settings. Creates the keys at first use, which is too slow for the start of a server. */
  readonly settings: () => Promise<SandboxPaymentSettings>
  readonly services: Readonly<Record<TopUpChannel, WireService>>
  /** The operations of the pay page. A payment may send its webhook before the page responds. */
  readonly payments: Pick<Payments, 'byId' | 'decline' | 'dispute'>
  readonly pay: (id: string) => Promise<void>
  /** The operations of the page on which a card holder authenticates. */
  readonly cards: Pick<Cards, 'setupById' | 'cardById' | 'authenticate'>
  /** Sends the due webhooks. Returns how many. */
  readonly round: () => Promise<number>
  readonly loops: readonly Loop[]
}

/** The sandbox's payment services: they have the interfaces of Stripe, Alipay and WeChat Pay and move no money. */
export function createSandboxPayments(deps: SandboxPaymentsDeps): SandboxPayments {
  const { pool, clock, log, secrets, addresses } = deps
  const keys = createKeys(pool, secrets)
  const payments = createPayments({ pool, clock })
  const refunds = createRefunds({ pool, clock })
  const wire = { payments, refunds, keys, addresses, clock }
  const events = createCardEvents({ pool, clock, log, keys, addresses })
  const cards = createCards({ pool, clock, keys, storeWebhook: events.storeWebhook })
  const answerCards = (request: WireRequest) => answerCardCall({ pool, clock, cards, keys, addresses }, request)
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
      certificates: null,
      gateway: () => `${base('alipay')}/gateway.do`,
      pageGateway: () => `${base('alipay', addresses.public)}/gateway.do`,
    },
    wxpay: {
      publicUrl,
      appId: WXPAY_APP,
      mchId: WXPAY_MERCHANT,
      serial: WXPAY_SERIAL,
      privateKey: keys.wxpayMerchant.privateKey,
      platformKeys: [{ serial: WXPAY_PLATFORM, publicKey: keys.wxpayPlatform.publicKey }],
      apiV3Key: keys.wxpayApiV3,
      apiBase: () => base('wxpay'),
    },
  }
}
