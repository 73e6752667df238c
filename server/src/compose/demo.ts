import type { AccountId } from '@hongyan/contract/ids'
import { ZERO } from '@hongyan/contract/money'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { readDestinations } from './destinations.ts'
import { pastAudiences, pastBroadcasts } from './demo-broadcasts.ts'
import { exportsOf } from './exports.ts'
import { withCountries, withCountryCodes } from './countries.ts'
import { reviewKinds, senderDeps, verifiedAccounts } from './reviews.ts'
import { ticketsOf } from './tickets.ts'
import { tellOwner, webhooksOf } from './webhooks.ts'
import { accountEffects, invoiceCycle, purposesOf, type Recharges, rechargesOf } from './payments.ts'
import { type Config, isLive } from '../config/config.ts'
import { dataFile } from '../data/data-file.ts'
import { broadcastLoops } from '../broadcasts/loops.ts'
import { openKysely } from '../db/connect.ts'
import { keepPartitions } from '../db/keep-partitions.ts'
import type { Schema } from '../db/schema.ts'
import { alone } from '../db/tx.ts'
import { exportLoops } from '../exports/loops.ts'
import { accountCommands } from '../features/account/account/commands.ts'
import { createAccount } from '../features/account/account/create.ts'
import { notifyLowBalances } from '../features/account/notices/low-balance.ts'
import { noticeRoutes } from '../features/account/notices/routes.ts'
import { openSession } from '../features/account/session/service.ts'
import { signupGift } from '../features/account/signup/gift.ts'
import { verificationRoutes } from '../features/account/verification/routes.ts'
import { configurationRoutes } from '../features/configuration/routes.ts'
import { accountFields, DEMO_PASSWORD } from '../features/demo/accounts.ts'
import { payOrder } from '../features/demo/pay.ts'
import { type DemoDeps, seedDemo } from '../features/demo/seed.ts'
import { runBroadcasts } from '../features/demo/run-broadcasts.ts'
import { sampleDocument } from '../features/demo/sample-document.ts'
import { type CredentialUse, sendPast } from '../features/demo/send.ts'
import { demoSignIns, type SignIn } from '../features/demo/sign-ins.ts'
import { recordPastUse } from '../features/extensions/ip-restriction/past-use.ts'
import { createIpRecorder } from '../features/extensions/ip-restriction/record.ts'
import { ipRestrictionRoutes } from '../features/extensions/ip-restriction/routes.ts'
import { webhookRoutes } from '../features/extensions/webhooks/routes.ts'
import { autoRechargeRoutes } from '../features/finance/auto-recharge/routes.ts'
import { readAutoRecharge } from '../features/finance/auto-recharge/settings.ts'
import { billingRoutes } from '../features/finance/billing/routes.ts'
import { invoiceCommands } from '../features/finance/invoices/commands.ts'
import { keepInvoicesUp } from '../features/finance/invoices/rounds.ts'
import { paymentMethodRoutes } from '../features/finance/payment-methods/routes.ts'
import { refundRoutes } from '../features/finance/top-up/refunds/routes.ts'
import { topUpRoutes } from '../features/finance/top-up/routes.ts'
import { readRegions } from '../features/lookup/regions.ts'
import { readHighRisk } from '../features/messaging/countries/high-risk.ts'
import { countryRoutes } from '../features/messaging/countries/routes.ts'
import { credentialRoutes } from '../features/messaging/credentials/routes.ts'
import { createCredentialUsage } from '../features/messaging/credentials/usage.ts'
import { filingCommands } from '../features/messaging/senders/filings/commands.ts'
import { rateLimitingRoutes } from '../features/extensions/rate-limiting/routes.ts'
import { routingRoutes } from '../features/messaging/routing/routes.ts'
import { mappingRoutes } from '../features/messaging/upstreams/mappings/routes.ts'
import { upstreamRoutes } from '../features/messaging/upstreams/routes.ts'
import { audienceRoutes } from '../features/messaging/broadcasts/audience-routes.ts'
import { quoteRoutes } from '../features/messaging/broadcasts/quote-routes.ts'
import { broadcastRoutes } from '../features/messaging/broadcasts/routes.ts'
import { exportRoutes } from '../features/messaging/exports/routes.ts'
import { phonebookRoutes } from '../features/messaging/phonebooks/routes.ts'
import { recipientRoutes } from '../features/messaging/recipients/routes.ts'
import { signatureRoutes } from '../features/messaging/senders/signatures/routes.ts'
import { templateRoutes } from '../features/messaging/senders/templates/routes.ts'
import { incidentCommands } from '../features/support/status/commands.ts'
import { ticketCommands } from '../features/support/tickets/commands.ts'
import { ticketRoutes } from '../features/support/tickets/routes.ts'
import { reviewCommands } from '../features/review/commands.ts'
import { NO_LAST } from '../gateway/last-upstreams.ts'
import { createRecipientLists } from '../gateway/recipient-lists.ts'
import { createTemplateCache } from '../gateway/templates.ts'
import { createRoutes } from '../gateway/routes.ts'
import { createRulesCache } from '../gateway/rules.ts'
import type { Route } from '../http/implement.ts'
import { createBackground } from '../kit/background.ts'
import { type Clock, settableClock } from '../kit/clock.ts'
import type { Arguments, Command } from '../kit/command.ts'
import type { Logger } from '../kit/logger.ts'
import { hashPassword } from '../kit/password.ts'
import { sealedSecret } from '../kit/sealed-fields.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { forgetDeliveries } from '../notices/notify.ts'
import { NONE_LISTED } from '../pipeline/listed.ts'
import { bookingCommands } from '../payments/bookings/commands.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { type Draw, postDueCashback } from '../payments/settlement/cashback.ts'
import { openPriceBook, type PriceBookCache } from '../pricing/price-book-cache.ts'
import { readPriceFile } from '../pricing/price-book-file.ts'
import { createInProcessPayments } from '../providers/payments/sandbox/in-process.ts'
import { readStripeKey } from '../providers/payments/sandbox/keys.ts'
import { receiveUpload } from '../uploads/receive.ts'
import { createUploads } from '../uploads/uploads.ts'
import { deliverPast } from '../webhooks/past-deliveries.ts'
import { sandboxProviders } from '../providers/upstreams/sandbox/managed.ts'
import { SANDBOX } from '../providers/upstreams/sandbox/sandbox.ts'

export interface DemoParts {
  readonly config: Config
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
}

/** The parts that the demo's stories are played with. */
export const demoDeps = (parts: DemoParts): DemoDeps => ({
  ...parts,
  isLive: isLive(parts.config),
  preparePast: (from) => keepPartitions(parts).since(from, CUT),
  stageOn: async (pool, now) => {
    const { config, log, secrets } = parts
    const clock = settableClock(now)
    const db = openKysely<Schema>(pool)
    const own = { config, log, secrets, clock, pool, db }
    // Key and prices belong to the installation, so they outlive a story that is cut.
    const sandbox = createInProcessPayments({ pool, clock, keys: () => readStripeKey(parts.pool, secrets) })
    const prices = await openPriceBook(parts, () => readPriceFile(dataFile('sample-prices.csv')))
    const engine: PaymentDeps = {
      ...own,
      channels: sandbox.channels,
      cards: { us: sandbox.cards, cn: sandbox.cards },
      purposes: purposesOf(config, middle),
      accounts: accountEffects,
    }
    const recharges = rechargesOf(engine, pool)
    const usage = createCredentialUsage(own)
    const addresses = createIpRecorder(own)
    const uploads = createUploads(own)
    const exports = exportsOf({ ...own, uploads })
    const writing = exportLoops(exports).find(({ name }) => name === 'exports')
    const rules = createRulesCache({
      db: alone(pool),
      openSecret: (sealed, id) => secrets.open(sealed, sealedSecret(id)),
      strictTrust: false,
      standard: SANDBOX,
      forgotten: () => undefined,
    })
    const sending = {
      pool,
      rules,
      lists: createRecipientLists(pool),
      prices,
      // A cache of its own for each look: the story changes its templates without the database's notices.
      templateOf: async (account: AccountId, code: string) => {
        const templates = createTemplateCache(alone(pool))
        await templates.load(account, code)
        const found = templates.find(account, code)
        return found === undefined || found === 'unapproved' ? null : found
      },
      destinations: readDestinations(config).destinations,
      routes: createRoutes({ clock, health: () => 'up' }),
      upstream: SANDBOX,
      now,
      used: async (use: CredentialUse) => {
        const sent = { ...use, action: 'sms.message.send' }
        usage.record({ ...sent, authenticated: true, requestId: '', refused: null, details: undefined })
        await usage.flush()
        await recordPastUse(alone(pool), addresses, sent)
      },
    }
    const broadcasts = pastBroadcasts({ db, pool, clock, sending })
    const running = broadcastLoops(broadcasts)
    const audiences = pastAudiences({ ...own, uploads, broadcasts })
    const cycle = { ...invoiceCycle(own), log }
    return {
      db,
      clock,
      routes: [
        ...demoRoutes(own, engine, recharges, prices),
        ...exportRoutes({ exports, addressOf: (path) => path }),
        ...audienceRoutes({ audiences, addressOf: (path) => path }),
        ...phonebookRoutes({ ...own, uploads, addressOf: (path) => path }),
        ...ticketRoutes(ticketsOf(own)),
        ...quoteRoutes(broadcasts),
        ...broadcastRoutes({ ...broadcasts, audiences }),
      ],
      records: { ...own, db: alone(pool), background: createBackground(log) },
      commands: [
        ...bound(accountCommands, withCountries(own)),
        ...bound(bookingCommands, { ...own, accounts: accountEffects }),
        ...bound(invoiceCommands, cycle),
        ...bound(reviewCommands, reviewKinds(own)),
        ...bound(filingCommands, senderDeps(own)),
        ...bound(ticketCommands, ticketsOf(own)),
        ...bound(incidentCommands, withCountryCodes(own)),
      ],
      createAccount: async (owner) => {
        const fields = {
          ...accountFields(owner),
          password_hash: await hashPassword(DEMO_PASSWORD),
          balance: ZERO,
          gift: config.signupGift ?? signupGift(prices.inForce().book, owner),
        }
        return db.transaction().execute((tx) => createAccount(tx, clock, fields))
      },
      openSession: (tx, owner, source) => openSession(tx, own, owner, source, null),
      upload: async (account, name) => {
        const file = { name, content: Readable.from([sampleDocument(name)]) }
        await receiveUpload(uploads, account, async (take) => ({ purpose: 'evidence', file: await take(file) }))
      },
      pay: (account, order, method) => payOrder({ ...engine, payAt: sandbox.pay }, account, order, method),
      send: async (account, batch) => {
        await sendPast(sending, account, batch)
        await deliverPast({ ...own, healthChanged: tellOwner }, account)
      },
      runLoops: async (account) => {
        await postDueCashback(engine, account)
        await recharges.recharging.check(account)
        await notifyLowBalances(own, account)
        await runBroadcasts(running, clock)
        await writing?.run(new AbortController().signal)
      },
      runInvoices: (account) => keepInvoicesUp(cycle, account),
      forgetPast: (account) => forgetDeliveries(alone(pool), account),
    }
  },
})

/** The tables of the story's rows that are cut by time. */
const CUT = ['message', 'message_event', 'message_body_7', 'ledger_entry']

/** Cashback of the middle of its range, so that the story is the same everywhere. */
const middle: Draw = (least, most) => Math.round((least + most) / 2)

/** No story sends a test of a template. */
const noRules = { ofAccount: () => Promise.resolve(null) }
/** No story routes a message by rules. */
const noRouting = { routes: { planner: () => null }, last: { read: () => Promise.resolve(NO_LAST) } }
const noLists = { read: () => Promise.resolve(NONE_LISTED) }
const noAdmission = { submit: () => Promise.reject(new Error('no story sends a test')) }

/** No story simulates a draft, or sends a test over a channel. */
const noFacts = () => Promise.reject(new Error('no story simulates'))

/** The routes of the console's API that the stories call. */
function demoRoutes(
  own: DemoParts,
  engine: PaymentDeps,
  recharges: Recharges,
  prices: PriceBookCache,
): readonly Route[] {
  const publicUrl = (): string => own.config.publicUrl ?? ''
  const highRisk = readHighRisk(dataFile('high-risk-countries.csv'))
  const countries = new Set(readRegions(dataFile('regions.csv')).map(({ iso2 }) => iso2))
  const { destinations } = readDestinations(own.config)
  const upstreams = {
    ...own,
    sandbox: true,
    providers: sandboxProviders({ ...own, sink: null }),
    standardLink: SANDBOX,
    receiptUrl: (token: string) => token,
    sendOver: noAdmission.submit,
  }
  return [
    ...countryRoutes({ ...own, prices, highRisk }),
    ...credentialRoutes(own),
    ...ipRestrictionRoutes({ ...own, strict: false, countryOf: null }),
    ...configurationRoutes({ ...own, autoRecharge: readAutoRecharge }),
    ...noticeRoutes(own),
    ...billingRoutes({ ...own, countries }),
    ...paymentMethodRoutes({ ...engine, publicUrl }),
    ...autoRechargeRoutes(recharges.deps),
    ...rateLimitingRoutes({ ...own, rules: noRules }),
    ...recipientRoutes(own),
    ...upstreamRoutes(upstreams),
    ...mappingRoutes(upstreams),
    ...routingRoutes({ ...upstreams, requireRouting: async () => undefined, routeFacts: noFacts, p95Of: noFacts }),
    ...refundRoutes(engine),
    ...signatureRoutes(senderDeps(own)),
    ...templateRoutes({
      ...senderDeps(own),
      prices,
      destinations,
      rules: noRules,
      lists: noLists,
      admit: noAdmission,
      ...noRouting,
    }),
    ...webhookRoutes({ ...own, ...webhooksOf(own), addressOf: (path) => path }),
    ...verificationRoutes({
      ...own,
      accounts: verifiedAccounts,
      isCountry: (iso2) => countries.has(iso2),
      // No story proves a phone: the operator's is the account's own.
      spendToken: () => Promise.resolve(false),
      letterForm: () => '',
    }),
    ...topUpRoutes({
      ...engine,
      cashbackUntil: own.config.cashbackUntil,
      prices: () => prices.inForce().book,
      newCards: { us: null, cn: null },
    }),
  ]
}

const bound = <Deps>(commands: readonly Command<Deps>[], deps: Deps): readonly Command<null>[] =>
  commands.map((command) => ({ ...command, run: (_: null, args: Arguments) => command.run(deps, args) }))

/** Seeds the demo at the first start if the settings allow it. Returns the sign-ins of the demo accounts. */
export async function demoAtStart(parts: DemoParts): Promise<readonly SignIn[]> {
  if (parts.config.seed === 'none') return []
  await seedDemo(demoDeps(parts))
  return demoSignIns(parts.db)
}
