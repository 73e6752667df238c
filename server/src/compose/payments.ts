import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { Counter, type Registry } from 'prom-client'
import { type Config, isSandboxOpen } from '../config/config.ts'
import type { Schema } from '../db/schema.ts'
import { blockCards, unblockCards } from '../features/account/account/card-block.ts'
import { raiseLevel } from '../features/account/account/store.ts'
import type { LinkDeps, RechargeDeps } from '../features/finance/auto-recharge/deps.ts'
import { linkLoop, openLink } from '../features/finance/auto-recharge/links.ts'
import { autoRechargePurpose } from '../features/finance/auto-recharge/purpose.ts'
import { createRecharging, type Recharging } from '../features/finance/auto-recharge/rounds.ts'
import type { CycleDeps } from '../features/finance/invoices/cycle-deps.ts'
import { invoicePurpose } from '../features/finance/invoices/purpose.ts'
import { invoiceLoop } from '../features/finance/invoices/rounds.ts'
import type { PaymentMethodDeps } from '../features/finance/payment-methods/deps.ts'
import { expiryLoop } from '../features/finance/payment-methods/expiry.ts'
import { settleSetup } from '../features/finance/payment-methods/pending.ts'
import { cardResultPage } from '../features/finance/payment-methods/result-page.ts'
import { saveConsent } from '../features/finance/payment-methods/store.ts'
import { cardLoop, keepCardsUp } from '../features/finance/payment-methods/upkeep.ts'
import { topUpPurpose } from '../features/finance/top-up/purpose.ts'
import { topUpResultPage } from '../features/finance/top-up/result-page.ts'
import { usageOfPeriod } from '../features/finance/transactions/period-usage.ts'
import { sandboxAuthenticationPage } from '../features/sandbox/authentication-page.ts'
import { sandboxPayPage } from '../features/sandbox/pay-page.ts'
import { sandboxPaymentServices } from '../features/sandbox/payment-services.ts'
import type { OwnAddresses } from '../http/own-address.ts'
import { providerCallbacks } from '../http/provider-callbacks.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { exposeAlarms } from '../payments/alarms/metrics.ts'
import { chargeLoop, pollDueCharges } from '../payments/charges/due-charges.ts'
import { type ChannelState, checkChannels, credentialLoop } from '../payments/credentials.ts'
import type { AccountEffects, PaymentDeps } from '../payments/deps.ts'
import { orderLoops, pollDueOrders } from '../payments/due-orders.ts'
import type { Purposes } from '../payments/purposes.ts'
import { pollDueRefunds, refundLoop } from '../payments/refunds/poll-refund.ts'
import { cashbackLoop, type Draw } from '../payments/settlement/cashback.ts'
import { receiveWebhook, type WebhookResult } from '../payments/webhook.ts'
import { offeredCards, offeredChannels } from '../providers/payments/offered.ts'
import { createSandboxPayments, type SandboxPayments } from '../providers/payments/sandbox/sandbox-payments.ts'

export interface PaymentParts {
  readonly config: Config
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
  readonly metrics: Registry
  readonly addresses: OwnAddresses
}

export interface Recharges {
  readonly deps: RechargeDeps
  readonly links: LinkDeps
  readonly recharging: Recharging
}

export interface Payments {
  readonly loops: readonly Loop[]
  readonly engine: PaymentDeps
  readonly recharges: Recharges
  readonly cards: PaymentMethodDeps
  /** These functions each run one loop once. */
  readonly pollOrders: () => Promise<void>
  readonly pollRefunds: () => Promise<void>
  readonly pollCharges: () => Promise<void>
  readonly keepCardsUp: () => Promise<void>
  /** Checks our credentials at every real provider. */
  readonly checkChannels: () => Promise<readonly ChannelState[]>
  /** The sandbox's payment services, in sandbox mode. */
  readonly sandbox: SandboxPayments | null
}

/** The payment engine with the purposes of its orders, and the sandbox's payment services. */
export function createPayments(parts: PaymentParts): Payments {
  const { config, db, pool, clock, log, addresses } = parts
  const sandbox = isSandboxOpen(config) ? createSandboxPayments({ ...parts, addresses }) : null
  const engine: PaymentDeps = {
    db,
    clock,
    log,
    channels: offeredChannels(config, addresses.public, sandbox),
    cards: offeredCards(config, addresses.public, sandbox),
    purposes: purposesOf(config),
    accounts: accountEffects,
  }
  const cards = { db, clock, log, cards: engine.cards, publicUrl: addresses.public }
  const recharges = rechargesOf(engine, pool)
  exposeAlarms(parts.metrics, db)
  const loops = [
    ...orderLoops(engine),
    chargeLoop(engine),
    refundLoop(engine),
    cashbackLoop(engine),
    recharges.recharging.loop,
    linkLoop(recharges.links),
    cardLoop(cards),
    expiryLoop(cards),
    invoiceLoop({ ...invoiceCycle(parts), log }),
    credentialLoop(engine),
    ...(sandbox?.loops ?? []),
  ]
  return {
    engine,
    recharges,
    cards,
    pollOrders: () => pollDueOrders(engine),
    pollRefunds: () => pollDueRefunds(engine),
    pollCharges: () => pollDueCharges(engine),
    keepCardsUp: () => keepCardsUp(cards),
    checkChannels: () => checkChannels(engine),
    sandbox,
    loops,
  }
}

/**
 * Receives the webhooks of the providers, and serves the APIs of the sandbox's payment services. The loops of the sandbox
 * call both in their own process.
 */
export async function receivePayments(
  server: FastifyInstance,
  { engine, cards, sandbox }: Payments,
  metrics: Registry,
): Promise<void> {
  await server.register(webhooks(engine, cards, metrics))
  await server.register(sandboxPaymentServices(sandbox))
}

/** Serves the pages on which customers pay in the sandbox, and those to which providers send them back. */
export async function servePaymentPages(
  server: FastifyInstance,
  { sandbox }: Payments,
  { publicUrl: origin }: Pick<Config, 'publicUrl'>,
): Promise<void> {
  await server.register(sandboxPayPage({ sandbox, origin }))
  await server.register(sandboxAuthenticationPage({ sandbox, origin }))
  topUpResultPage(server)
  cardResultPage(server)
}

/** The effects of payments on the account itself. */
export const accountEffects: AccountEffects = { raiseLevel, blockCards, unblockCards }

/** The effects of each purpose of an order. */
export const purposesOf = ({ cashbackUntil }: Pick<Config, 'cashbackUntil'>, draw?: Draw): Purposes => ({
  top_up: topUpPurpose(cashbackUntil, draw),
  auto_recharge: autoRechargePurpose,
  invoice: invoicePurpose,
})

export function rechargesOf(engine: PaymentDeps, pool: Pool): Recharges {
  return {
    deps: { ...engine, saveConsent },
    links: { ...engine, pool, openLink: (account, order) => openLink(engine, account, order) },
    recharging: createRecharging(engine),
  }
}

function webhooks(engine: PaymentDeps, cards: PaymentMethodDeps, metrics: Registry) {
  const received = new Counter({
    name: 'hongyan_payment_notifies_total',
    help: 'Webhooks received from payment channels, by result',
    labelNames: ['channel', 'outcome'],
    registers: [metrics],
  })
  const deps = {
    ...engine,
    settleSetup: settleSetup.bind(null, cards),
    count: (channel: TopUpChannel, outcome: WebhookResult) => received.inc({ channel, outcome }),
  }
  return providerCallbacks((name, webhook) => receiveWebhook(deps, name, webhook))
}

/** Makes the dependencies of the invoice cycle, which reads usage from the transactions. */
export const invoiceCycle = ({
  db,
  pool,
  clock,
  config,
}: Pick<PaymentParts, 'db' | 'pool' | 'clock'> & { readonly config: Pick<Config, 'sellers'> }): CycleDeps => ({
  db,
  clock,
  sellers: config.sellers,
  usageOf: (account, days) => usageOfPeriod({ pool, clock }, account, days),
})
