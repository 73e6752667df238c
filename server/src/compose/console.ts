import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Payments } from './payments.ts'
import type { DestinationParts } from './destinations.ts'
import { withRecipientList } from './people.ts'
import { identityRoutes } from './identity.ts'
import { filingOf, verifiedAccounts } from './reviews.ts'
import type { Config } from '../config/config.ts'
import { dataFile } from '../data/data-file.ts'
import type { Schema } from '../db/schema.ts'
import { alone } from '../db/tx.ts'
import { surroundingsOf } from '../features/account/account/present.ts'
import { accountRoutes } from '../features/account/account/routes.ts'
import { auditRoutes } from '../features/account/audit/routes.ts'
import { autoRechargeRoutes } from '../features/finance/auto-recharge/routes.ts'
import { readAutoRecharge } from '../features/finance/auto-recharge/settings.ts'
import { billingRoutes } from '../features/finance/billing/routes.ts'
import { configurationRoutes } from '../features/configuration/routes.ts'
import { audienceRoutes } from '../features/messaging/broadcasts/audience-routes.ts'
import { serveAudienceFiles } from '../features/messaging/broadcasts/left-out-link.ts'
import { analyticsLoop } from '../features/messaging/analytics/days.ts'
import { analyticsRoutes, networkOnly } from '../features/messaging/analytics/routes.ts'
import type { BroadcastDeps } from '../features/messaging/broadcasts/deps.ts'
import { broadcastRoutes } from '../features/messaging/broadcasts/routes.ts'
import { quoteRoutes } from '../features/messaging/broadcasts/quote-routes.ts'
import { connectivityRoutes } from '../features/messaging/connectivity/routes.ts'
import { readHighRisk } from '../features/messaging/countries/high-risk.ts'
import { countryRoutes } from '../features/messaging/countries/routes.ts'
import type { ConsoleSend } from '../features/messaging/messages/console-send.ts'
import { credentialRoutes } from '../features/messaging/credentials/routes.ts'
import { sandboxCarriers } from '../features/messaging/senders/filings/sandbox-carriers.ts'
import { erasureLoop } from '../features/messaging/people/erasures.ts'
import { serveLeftOut } from '../features/messaging/phonebooks/imports/file.ts'
import { contactImportLoop } from '../features/messaging/phonebooks/imports/run.ts'
import { phonebookRemovals } from '../features/messaging/phonebooks/removal.ts'
import { phonebookRoutes } from '../features/messaging/phonebooks/routes.ts'
import { recipientRoutes } from '../features/messaging/recipients/routes.ts'
import { peopleRoutes } from '../features/messaging/people/routes.ts'
import { serveExports } from '../features/messaging/exports/file.ts'
import { exportRoutes } from '../features/messaging/exports/routes.ts'
import { errorCodeRoutes } from '../features/messaging/error-codes/routes.ts'
import { messagesExplained } from '../features/messaging/logs/explain.ts'
import { logRoutes } from '../features/messaging/logs/routes.ts'
import { revocationLoop } from '../features/messaging/senders/revocation-loop.ts'
import { authorisationLoop } from '../features/messaging/senders/signatures/upkeep.ts'
import { signatureRoutes } from '../features/messaging/senders/signatures/routes.ts'
import { publicTemplateRoutes, templateRoutes } from '../features/messaging/senders/templates/routes.ts'
import { invoiceFapiao } from '../features/finance/fapiao/invoice.ts'
import { fapiaoRoutes } from '../features/finance/fapiao/routes.ts'
import { readRegions } from '../features/lookup/regions.ts'
import { countryNames } from '../features/finance/invoices/country-names.ts'
import { invoiceRoutes } from '../features/finance/invoices/routes.ts'
import { lookupRoutes } from '../features/lookup/routes.ts'
import { noticeRoutes } from '../features/account/notices/routes.ts'
import { paymentMethodRoutes } from '../features/finance/payment-methods/routes.ts'
import { readAddressCountries } from '../features/extensions/ip-restriction/address-countries.ts'
import { revertLoop } from '../features/extensions/ip-restriction/revert.ts'
import { ipRestrictionRoutes } from '../features/extensions/ip-restriction/routes.ts'
import { ipUpkeep } from '../features/extensions/ip-restriction/upkeep.ts'
import { routingRoutes } from '../features/messaging/routing/routes.ts'
import { mappingLoop } from '../features/messaging/upstreams/mappings/refresh.ts'
import { mappingRoutes } from '../features/messaging/upstreams/mappings/routes.ts'
import { upstreamRoutes } from '../features/messaging/upstreams/routes.ts'
import { pluginRoutes } from '../features/extensions/plugins/routes.ts'
import { capAlerts, forgetHits } from '../features/extensions/rate-limiting/hits.ts'
import { rateLimitingRoutes } from '../features/extensions/rate-limiting/routes.ts'
import { webhookReceivers } from '../features/extensions/webhooks/receive.ts'
import { webhookRoutes } from '../features/extensions/webhooks/routes.ts'
import { type PriceRouteDeps, priceRoutes } from '../features/finance/prices/routes.ts'
import { requireStepUp } from '../features/account/second-factor/step-up.ts'
import { callerByToken } from '../features/account/session/service.ts'
import { senderRuleRoutes } from '../features/messaging/sender-rules/routes.ts'
import { statisticsRoutes } from '../features/messaging/statistics/routes.ts'
import { answerRoutes } from '../features/support/answers/routes.ts'
import { supportContactRoutes } from '../features/support/channels/routes.ts'
import { networkStatusLoop } from '../features/support/status/rounds.ts'
import { supportStatusRoutes } from '../features/support/status/routes.ts'
import { transactionRoutes } from '../features/finance/transactions/routes.ts'
import { countingRounds } from '../features/finance/transactions/rounds.ts'
import { refundRoutes } from '../features/finance/top-up/refunds/routes.ts'
import { openTicketWithin } from '../features/support/tickets/open.ts'
import { ticketRoutes } from '../features/support/tickets/routes.ts'
import { ticketLoop } from '../features/support/tickets/upkeep.ts'
import { topUpRoutes } from '../features/finance/top-up/routes.ts'
import { spendToken } from '../features/account/codes/tokens.ts'
import { verificationRoutes } from '../features/account/verification/routes.ts'
import { upkeepLoop } from '../features/account/verification/upkeep.ts'
import { newCardsOf } from '../providers/payments/offered.ts'
import type { Admit } from '../gateway/admit.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { OwnMessages } from '../gateway/own-messages.ts'
import { letterName, publicFileUrl } from '../features/public-files/files.ts'
import { uploadRoutes } from '../features/uploads/routes.ts'
import { consoleApi } from '../http/console-api.ts'
import type { LoadShedder } from '../http/load-shedder.ts'
import type { KnownSessions } from '../http/known-sessions.ts'
import { sessionGuard } from '../http/session-guard.ts'
import { audienceLoops } from '../broadcasts/audience-loops.ts'
import { broadcastLoops } from '../broadcasts/loops.ts'
import type { RunDeps } from '../broadcasts/run.ts'
import { quoteLoops } from '../broadcasts/quote-loops.ts'
import { audiencesOf } from './audiences.ts'
import { exportLoops } from '../exports/loops.ts'
import { exportsOf } from './exports.ts'
import { ticketsOf } from './tickets.ts'
import { providersOf, routingOf, standardLink, upstreamsOf } from './upstreams.ts'
import { tellOwner, webhooksOf } from './webhooks.ts'
import { createDeliver } from '../webhooks/deliver.ts'
import { probeLoop } from '../webhooks/probe.ts'
import { webhookUpkeep } from '../webhooks/upkeep.ts'
import { readRecipients } from '../recipient-files/in-worker.ts'
import type { Loop } from '../jobs/loop.ts'
import { createBackground } from '../kit/background.ts'
import type { DrawInTurn } from '../kit/pdf/draw-in-worker.ts'
import type { Clock } from '../kit/clock.ts'
import type { Latency } from '../kit/latency.ts'
import type { Logger } from '../kit/logger.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import type { Uploads } from '../uploads/uploads.ts'

export interface ConsoleDeps extends PriceRouteDeps, DestinationParts {
  readonly routes: Gateway['routes']
  readonly config: Config
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
  /** Sends the product's own text messages. */
  readonly messages: OwnMessages
  /** The absolute address of a page of the console, given its path. */
  readonly addressOf: (path: string) => string
  /** Admits messages that the console itself sends: tests of templates. */
  readonly admit: Pick<Admit, 'submit'>
  /** Cancels a message that waits for its hand-over. */
  readonly cancel: Gateway['cancel']
  /** Sends messages again. */
  readonly consoleSend: ConsoleSend
  /** Estimates and broadcasts. */
  readonly broadcasts: BroadcastDeps & RunDeps
  readonly uploads: Uploads
  readonly renderPdf: DrawInTurn
  readonly payments: Pick<Payments, 'engine' | 'cards' | 'recharges'>
  readonly sessions: KnownSessions
  readonly shedder: LoadShedder
  /** The recent latency of acceptance at the send API. */
  readonly accepting: Latency
  /** True in tests: checks every response against its row of the contract. */
  readonly checkReplies: boolean
}

/** Registers every call of the console, below /api. Returns what waits for background work to end. */
export async function serveConsoleApi(server: FastifyInstance, deps: ConsoleDeps): Promise<() => Promise<void>> {
  const { config, db, renderPdf, addressOf } = deps
  const { engine, cards, recharges } = deps.payments
  const background = createBackground(deps.log)
  const countryOf = config.geoipFile === null ? null : readAddressCountries(config.geoipFile)
  const regions = readRegions(dataFile('regions.csv'))
  const highRisk = readHighRisk(dataFile('high-risk-countries.csv'))
  const countries = new Set(regions.map(({ iso2 }) => iso2))
  const senders = { ...deps, filing: filingOf(config) }
  const exports = exportsOf(deps)
  serveExports(server, exports)
  serveLeftOut(server, deps)
  const audiences = audiencesOf(deps)
  serveAudienceFiles(server, audiences)
  const webhooks = webhooksOf(deps)
  const upstreams = { ...deps, ...upstreamsOf(deps) }
  const tickets = ticketsOf(deps)
  await server.register(webhookReceivers(deps))
  const api = consoleApi({
    routes: [
      ...identityRoutes({ ...deps, background, highRisk }),
      ...auditRoutes(deps),
      ...accountRoutes({ db, ...surroundingsOf(config) }),
      ...credentialRoutes(deps),
      ...audienceRoutes({ ...deps, audiences }),
      ...autoRechargeRoutes(recharges.deps),
      ...billingRoutes({ ...deps, countries }),
      ...broadcastRoutes({ ...deps.broadcasts, audiences }),
      ...quoteRoutes(deps.broadcasts),
      ...configurationRoutes({ db, autoRecharge: readAutoRecharge }),
      ...connectivityRoutes(deps),
      ...countryRoutes({ ...deps, highRisk }),
      ...errorCodeRoutes(),
      ...exportRoutes({ ...deps, exports }),
      ...fapiaoRoutes(deps),
      ...invoiceRoutes({
        ...engine,
        renderPdf,
        countryName: countryNames(regions),
        sandbox: config.sandbox,
        sellers: config.sellers,
        fapiao: invoiceFapiao(deps),
        openTicket: (tx, account, ticket) => openTicketWithin(tx, tickets, account, ticket),
      }),
      ...logRoutes({ ...deps, ...deps.consoleSend }),
      ...lookupRoutes({ regions }),
      ...senderRuleRoutes(deps),
      ...noticeRoutes(deps),
      ...paymentMethodRoutes(cards),
      ...peopleRoutes(withRecipientList(deps)),
      ...phonebookRoutes(deps),
      ...pluginRoutes(),
      ...ipRestrictionRoutes({ ...deps, strict: !config.sandbox, countryOf }),
      ...webhookRoutes({ ...deps, ...webhooks }),
      ...rateLimitingRoutes(deps),
      ...priceRoutes(deps),
      ...publicTemplateRoutes(),
      ...recipientRoutes(deps),
      ...refundRoutes(engine),
      ...signatureRoutes(senders),
      ...analyticsRoutes(deps),
      ...statisticsRoutes(deps),
      ...answerRoutes({ db, messagesOf: messagesExplained(deps) }),
      ...supportContactRoutes(deps),
      ...supportStatusRoutes(deps),
      ...templateRoutes({ ...deps, ...senders }),
      ...topUpRoutes({
        ...engine,
        cashbackUntil: config.cashbackUntil,
        prices: () => deps.prices.inForce().book,
        newCards: newCardsOf(config, engine.cards),
      }),
      ...ticketRoutes(tickets),
      ...uploadRoutes(deps),
      ...routingRoutes(routingOf(upstreams)),
      ...upstreamRoutes(upstreams),
      ...mappingRoutes(upstreams),
      ...transactionRoutes({ ...deps, sellers: config.sellers }, renderPdf),
      ...verificationRoutes({
        ...deps,
        accounts: verifiedAccounts,
        letterForm: (kind, locale) => publicFileUrl({ cdnUrl: config.cdnUrl, addressOf }, letterName(kind, locale)),
        isCountry: (iso2) => countries.has(iso2),
        spendToken: (tx, scope, token) => spendToken(tx, deps, scope, token),
      }),
    ],
    guard: sessionGuard({
      callerByToken: (token) => callerByToken(deps, token),
      sessions: deps.sessions,
      shedder: deps.shedder,
      origin: config.publicUrl,
    }),
    https: config.https,
    origin: config.publicUrl,
    requireStepUp: (caller) => requireStepUp(deps, caller),
    checkReplies: deps.checkReplies,
    // Stored replies and audit entries are written on connections of their own, outside the call's transaction.
    answers: { db: alone(deps.pool), secrets: deps.secrets },
    records: { db: alone(deps.pool), clock: deps.clock, log: deps.log, background },
  })
  await server.register(api, { prefix: '/api' })
  return background.drain
}

export interface ConsoleLoops {
  readonly loops: readonly Loop[]
  /** Waits for background work to end. */
  readonly stop: () => Promise<void>
}

/** The loops that do what the console's calls asked for. */
export function consoleLoops(
  deps: Pick<
    ConsoleDeps,
    'config' | 'db' | 'pool' | 'clock' | 'log' | 'secrets' | 'uploads' | 'senderRules' | 'broadcasts'
  >,
): ConsoleLoops {
  const senders = { ...deps, filing: filingOf(deps.config) }
  const exports = exportsOf(deps)
  const webhooks = webhooksOf(deps)
  const deliver = createDeliver({ ...deps, ...webhooks, healthChanged: tellOwner })
  const loops = [
    ...sandboxCarriers(senders),
    revocationLoop(senders),
    authorisationLoop(senders),
    countingRounds(deps).loop,
    analyticsLoop({ ...deps, networkOnly: networkOnly(deps) }),
    ...exportLoops(exports),
    ...audienceLoops(audiencesOf(deps)),
    upkeepLoop({ ...deps, accounts: verifiedAccounts }),
    erasureLoop(withRecipientList(deps)),
    contactImportLoop({ ...deps, read: readRecipients }),
    phonebookRemovals(deps.uploads),
    deliver.loop,
    probeLoop({ ...deps, ...webhooks, healthChanged: tellOwner }),
    webhookUpkeep(deps),
    revertLoop(deps),
    ipUpkeep(deps),
    capAlerts(deps),
    forgetHits(deps),
    ...quoteLoops(deps.broadcasts),
    ...broadcastLoops(deps.broadcasts),
    mappingLoop({ ...deps, providers: providersOf(deps) }),
    ticketLoop(ticketsOf(deps)),
    networkStatusLoop({ ...deps, standardLink: standardLink(deps.config) }),
  ]
  return { loops, stop: deliver.stop }
}
