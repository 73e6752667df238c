import { type TopUpChannel, topUpChannels } from '@hongyan/contract/vocabulary/payment'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { Counter, type Registry } from 'prom-client'
import { hearOfCards, offeredCards } from './cards.ts'
import { type Config, isSandboxOpen } from '../config/config.ts'
import { invoiceCycle } from './invoices.ts'
import { forInvoice, invoicePayments, type InvoicePayments } from './invoice-pay.ts'
import { type Recharges, rechargesOf } from './recharge.ts'
import type { Schema } from '../db/schema.ts'
import { type ChargeEvent, heardOfCharge } from '../features/finance/auto-recharge/heard.ts'
import { invoiceRounds } from '../features/finance/invoices/rounds.ts'
import type { PaymentMethodDeps } from '../features/finance/payment-methods/deps.ts'
import { expiryRounds } from '../features/finance/payment-methods/expiry.ts'
import { cardResultPage } from '../features/finance/payment-methods/result-page.ts'
import { cardRounds, keepCardsUp } from '../features/finance/payment-methods/upkeep.ts'
import { sandboxAuthenticationPage } from '../features/sandbox/authentication-page.ts'
import { sandboxPayPage } from '../features/sandbox/pay-page.ts'
import { sandboxPaymentServices } from '../features/sandbox/payment-services.ts'
import { cashbackRounds } from '../payments/settlement/cashback.ts'
import type { OfferedChannel, OfferedChannels } from '../payments/channels.ts'
import type { TopUpDeps } from '../payments/deps.ts'
import { receiveWebhook } from '../payments/webhook.ts'
import { topUpResultPage } from '../features/finance/top-up/result-page.ts'
import { askDueRefunds, refundRounds } from '../payments/refunds/poll-refund.ts'
import { createTopUpUpkeep } from '../payments/due-orders.ts'
import { type OwnAddresses, ownAddresses } from '../http/own-address.ts'
import { providerCallbacks } from '../http/provider-callbacks.ts'
import type { Clock } from '../kit/clock.ts'
import { once } from '../kit/once.ts'
import type { Loop } from '../jobs/loop.ts'
import { type Rounds, together } from '../kit/rounds.ts'
import type { Logger } from '../kit/logger.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import type { PaymentProvider } from '../providers/payments/provider.ts'
import { createSandboxPayments, type SandboxPayments } from '../providers/payments/sandbox/sandbox-payments.ts'
import type { AlipaySettings, StripeSettings, WxpaySettings } from '../providers/payments/settings.ts'

export interface PaymentParts {
  readonly config: Config
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
  readonly metrics: Registry
}

export interface Payments extends Rounds {
  /** The loops of the sandbox’s payment services. */
  readonly loops: readonly Loop[]
  /** What the console's calls about top-ups need. */
  readonly topUps: TopUpDeps
  /** Asks for every top-up that is due; the loops do so by themselves. */
  readonly lookForLost: () => Promise<void>
  /** Asks for every refund that is due; the loop does so by itself. */
  readonly lookForRefunds: () => Promise<void>
  /** What the console's calls about cards need. */
  readonly cards: PaymentMethodDeps
  /** What the console's calls about auto-recharge need, and its loops. */
  readonly recharges: Recharges
  /** What the console's calls to pay invoices need, and their loop. */
  readonly invoices: InvoicePayments
  /** Does once what the loop behind the cards does. */
  readonly keepCardsUp: () => Promise<void>
  /** The sandbox's payment services, where there is a sandbox. */
  readonly sandbox: SandboxPayments | null
}

/** The channels to pay by, where they call back, and the sandbox's services behind those that are not configured. */
export async function servePayments(server: FastifyInstance, parts: PaymentParts): Promise<Payments> {
  const { config, db, clock, log } = parts
  const addresses = ownAddresses(server, config)
  const sandbox = isSandboxOpen(config) ? createSandboxPayments({ ...parts, addresses }) : null
  const channels = offeredChannels(config, addresses, sandbox)
  const topUps = { db, clock, log, channels, cashbackUntil: config.cashbackUntil, forInvoice }
  const webhooks = new Counter({
    name: 'hongyan_payment_notifies_total',
    help: 'What payment channels told, by what came of it',
    labelNames: ['channel', 'outcome'],
    registers: [parts.metrics],
  })
  const receiving = {
    ...topUps,
    received: (channel: TopUpChannel, outcome: string) => webhooks.inc({ channel, outcome }),
  }
  const cards = { db, clock, log, cards: offeredCards(config, addresses.public, sandbox), publicUrl: addresses.public }
  const recharges = rechargesOf({ pool: parts.pool, topUps, cards: cards.cards })
  const invoices = invoicePayments(topUps, cards.cards)
  const hearing = {
    methods: cards,
    heardOfCharge: async (event: ChargeEvent) => {
      const came = await heardOfCharge(recharges.deps, event)
      return came === 'unknown_charge' ? invoices.heardOfCharge(event) : came
    },
    received: receiving.received,
  }
  await server.register(
    providerCallbacks(async (name, webhook) => {
      const aboutCards = await hearOfCards(hearing, name, webhook)
      return aboutCards ?? receiveWebhook(receiving, name, webhook)
    }),
  )
  await server.register(sandboxPaymentServices(sandbox))
  await server.register(sandboxPayPage({ sandbox, origin: config.publicUrl }))
  await server.register(sandboxAuthenticationPage({ sandbox, origin: config.publicUrl }))
  topUpResultPage(server)
  cardResultPage(server)
  const upkeep = createTopUpUpkeep(topUps)
  const loops = [
    upkeep,
    cashbackRounds(topUps),
    cardRounds(cards),
    expiryRounds(cards),
    refundRounds(topUps),
    invoiceRounds({ ...invoiceCycle(parts), log }),
    ...recharges.loops,
    ...invoices.loops,
  ]
  return {
    topUps,
    lookForLost: upkeep.round,
    lookForRefunds: () => askDueRefunds(topUps),
    cards,
    recharges,
    invoices,
    keepCardsUp: () => keepCardsUp(cards),
    sandbox,
    loops: sandbox?.loops ?? [],
    ...together(loops),
  }
}

/** Each channel as it is configured, else the sandbox's where there is one, else not at all. */
function offeredChannels(config: Config, addresses: OwnAddresses, sandbox: SandboxPayments | null): OfferedChannels {
  const real = realProviders(config, addresses.public)
  return new Map(
    topUpChannels.flatMap((channel): [TopUpChannel, OfferedChannel][] => {
      const configured = real[channel]
      if (configured !== null) return [[channel, { provider: once(configured), test: false }]]
      if (sandbox === null) return []
      return [[channel, { provider: once(() => sandboxProvider(sandbox, channel)), test: true }]]
    }),
  )
}

function realProviders({ payments }: Config, publicUrl: () => string) {
  const { stripe, alipay, wxpay } = payments
  return {
    stripe: stripe && (() => newStripe({ ...stripe, publicUrl, apiBase: () => stripe.apiBase })),
    alipay: alipay && (() => newAlipay({ ...alipay, publicUrl, gateway: () => alipay.gateway })),
    wxpay: wxpay && (() => newWxpay({ ...wxpay, publicUrl, apiBase: () => wxpay.apiBase })),
  } satisfies Record<TopUpChannel, (() => Promise<PaymentProvider>) | null>
}

/** The same adapter that talks to the real provider, with the sandbox's keys and address. */
async function sandboxProvider(sandbox: SandboxPayments, channel: TopUpChannel): Promise<PaymentProvider> {
  const settings = await sandbox.settings()
  if (channel === 'stripe') return newStripe(settings.stripe)
  return channel === 'alipay' ? newAlipay(settings.alipay) : newWxpay(settings.wxpay)
}

/** The official clients cost a quarter of a second and 44 MB, which a start does not wait for. */
const newStripe = async (settings: StripeSettings): Promise<PaymentProvider> =>
  (await import('../providers/payments/stripe/stripe.ts')).createStripe(settings)
const newAlipay = async (settings: AlipaySettings): Promise<PaymentProvider> =>
  (await import('../providers/payments/alipay/alipay.ts')).createAlipay(settings)
const newWxpay = async (settings: WxpaySettings): Promise<PaymentProvider> =>
  (await import('../providers/payments/wxpay/wxpay.ts')).createWxpay(settings)
