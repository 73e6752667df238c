import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { servePartitions } from './partitions.ts'
import { providersOf, standardLink } from './upstreams.ts'
import type { Config } from '../config/config.ts'
import { dataFile } from '../data/data-file.ts'
import { CONFIG_CHANGED } from '../db/config-change.ts'
import { openKysely } from '../db/connect.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { alone } from '../db/tx.ts'
import { houseAccount } from '../features/account/account/house.ts'
import { createIpRecorder } from '../features/extensions/ip-restriction/record.ts'
import { createRateHits } from '../features/extensions/rate-limiting/hits.ts'
import { createCredentialUsage } from '../features/messaging/credentials/usage.ts'
import { conclude } from '../features/messaging/messages/conclude.ts'
import { type ConsoleSend, createConsoleSend } from '../features/messaging/messages/console-send.ts'
import { planSend } from '../features/messaging/messages/send.ts'
import type { Admit } from '../gateway/admit.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { exposeGatewayState } from '../gateway/standing-metrics.ts'
import { readGatewayState, type Standing } from '../gateway/standing.ts'
import { createOwnMessages, type OwnMessages } from '../gateway/own-messages.ts'
import { listenForChanges } from '../gateway/config-listener.ts'
import { openPriceBook, type PriceBookCache } from '../pricing/price-book-cache.ts'
import { readPriceFile } from '../pricing/price-book-file.ts'
import { PRICES_CHANGED } from '../pricing/price-book-store.ts'
import { createRecipientLists, type RecipientLists } from '../gateway/recipient-lists.ts'
import { readRouting } from '../gateway/account-routing.ts'
import { routingOver } from '../pipeline/planned-route.ts'
import { createTemplateCache, type TemplateCache } from '../gateway/templates.ts'
import { createRulesCache, type RulesCache, RULES_POLL_MILLIS } from '../gateway/rules.ts'
import type { LoadShedder } from '../http/load-shedder.ts'
import type { OpenBodies } from '../http/open-bodies.ts'
import { callerAddress } from '../http/caller-address.ts'
import { type Action, type PublicApi, publicApi } from '../http/public-api.ts'
import { responseCounter } from '../http/response-counter.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { createLatency, type Latency } from '../kit/latency.ts'
import type { Logger } from '../kit/logger.ts'
import { doesWork } from '../kit/role.ts'
import { sealedSecret, sealedUpstreamSecrets } from '../kit/sealed-fields.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import type { DestinationSchedule } from '../pipeline/destinations.ts'
import { createNightly, type LastProof } from '../ledger/nightly.ts'
import { createSandbox, SANDBOX } from '../providers/upstreams/sandbox/sandbox.ts'
import { createSink } from '../providers/upstreams/sandbox/sink.ts'
import type { Upstream } from '../providers/upstreams/upstream.ts'

export interface SendParts {
  readonly config: Config
  readonly database: Pick<Database, 'url' | 'isUp'>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
  readonly metrics: Registry
  readonly openBodies: OpenBodies
  readonly shedder: Pick<LoadShedder, 'know' | 'countStranger'>
  readonly destinations: DestinationSchedule
}

export interface SendApi {
  readonly http: PublicApi
  /** Sends the product's own text messages. */
  readonly messages: OwnMessages
  readonly admit: Admit
  readonly cancel: Gateway['cancel']
  /** Settles the delivery receipts of customers' channels. */
  readonly receiveReceipts: Gateway['receiveReceipts']
  /** Sends what the console composes. */
  readonly consoleSend: ConsoleSend
  readonly rules: RulesCache
  readonly lists: RecipientLists
  readonly templates: TemplateCache
  readonly routes: Gateway['routes']
  readonly last: Gateway['last']
  readonly prices: PriceBookCache
  /** The figures that show what stands still. */
  readonly standing: () => Promise<Standing>
  /** The recent latency of acceptance. */
  readonly accepting: Latency
  /** The loops behind the routes. They stop before the gateway does. */
  readonly loops: readonly Loop[]
  /** Starts the gateway. */
  readonly start: () => void
  /** Waits for running work to end. */
  readonly stop: () => Promise<void>
}

/** The send API and the gateway behind it. */
export async function createSendApi(parts: SendParts): Promise<SendApi> {
  const { config, database, pool, clock, log, secrets, destinations } = parts
  const partitions = await servePartitions(parts)
  const templates = createTemplateCache(alone(pool))
  const lists = createRecipientLists(pool)
  const rules = createRulesCache({
    db: alone(pool),
    openSecret: (sealed, id) => secrets.open(sealed, sealedSecret(id)),
    strictTrust: config.trust === 'strict',
    standard: standardLink(config),
    forgotten(account) {
      templates.forget(account)
      lists.forget(account)
    },
  })
  const upstreams = upstreamsOf(parts)
  const rateHits = createRateHits({ pool, clock })
  const gateway = createGateway({
    pool,
    clock,
    log,
    upstreams,
    drives: doesWork(config.role),
    standard: config.sandbox ? SANDBOX : null,
    rules,
    managed: {
      providers: providersOf(parts),
      breakerPause: config.breakerPause,
      openSecrets: (id, sealed) =>
        JSON.parse(secrets.open(sealed, sealedUpstreamSecrets(id))) as Record<string, string>, // sealed by the feature
    },
    stopped: rateHits.count,
    orphaned: counter(parts.metrics, 'hongyan_orphan_receipts', 'Receipts that belong to no message'),
  })
  const usage = createCredentialUsage({ pool, clock })
  const addresses = createIpRecorder({ pool, clock })
  const prices = await openPriceBook({ pool, clock }, () => readPriceFile(dataFile('sample-prices.csv')))
  const accepting = createLatency()
  const { routes, last } = gateway
  const sending = { admit: gateway.admit, clock, prices, destinations, accepting, templates, lists, routes, last }
  const actions: Record<string, Action> = { 'sms.message.send': (call) => planSend(sending, call) }
  const addressOf = callerAddress(config.trustProxy)
  const countResponse = responseCounter(parts.metrics)
  const http = publicApi({
    clock,
    log,
    actions,
    conclude: (use) => conclude(gateway.admit, use),
    available: database.isUp,
    addressOf,
    openBodies: parts.openBodies,
    findCredential: rules.find,
    used({ credential, action, authenticated, signed, address, requestId, refused, details }) {
      if (authenticated) parts.shedder.know(address)
      usage.record({
        account: credential.rules.account,
        credential: credential.id,
        action,
        authenticated,
        signed,
        address,
        requestId,
        refused,
        details,
      })
    },
    judged: ({ credential: { id, rules: ofAccount }, action, address, verdict, reportOnly }) =>
      addresses.record({ account: ofAccount.account, credential: id, action, address, reportOnly, ...verdict }),
    count(refused, request) {
      countResponse(refused)
      if (refused === 'invalid_access_key') parts.shedder.countStranger(addressOf(request))
    },
  })
  const db = openKysely<Schema>(pool)
  const messages = createOwnMessages({
    admit: gateway.admit,
    rules,
    prices,
    destinations,
    clock,
    houseAccount: (partition) => houseAccount({ db, clock }, partition),
  })
  const nightly = createNightly({ pool, clock, log })
  if (doesWork(config.role)) gaugesOf(parts.metrics, nightly.last)
  const standing = () => readGatewayState(alone(pool), clock.now())
  const settledSeconds = () => {
    const last = gateway.lastWrite()
    return last === null ? null : (clock.now().getTime() - last.getTime()) / 1_000
  }
  exposeGatewayState(parts.metrics, standing, settledSeconds)
  const loops = [
    { name: 'changed-accounts', every: RULES_POLL_MILLIS, inEveryProcess: true, run: rules.poll },
    { name: 'new-prices', every: RULES_POLL_MILLIS, inEveryProcess: true, run: prices.poll },
    usage.loop,
    addresses.loop,
    rateHits.loop,
    ...gateway.loops,
    ...upstreams.flatMap(({ loops = [] }) => loops),
    nightly.loop,
    partitions.loop,
  ]
  return {
    ...startAndStop(gateway, () =>
      listenForChanges(database.url, log, {
        [CONFIG_CHANGED](account) {
          rules.forget(account as AccountId) // only our own features write it
          gateway.followChannels()
        },
        [PRICES_CHANGED]: prices.poll,
      }),
    ),
    http,
    standing: async () => ({
      ...(await standing()),
      settledSeconds: settledSeconds(),
      partitionsMissing: doesWork(config.role) ? partitions.missing() : null,
    }),
    loops,
    messages,
    admit: gateway.admit,
    cancel: gateway.cancel,
    receiveReceipts: gateway.receiveReceipts,
    consoleSend: createConsoleSend({
      ...sending,
      rules,
      routingOver: async (account, upstream) =>
        routingOver(await readRouting(alone(pool), account, standardLink(config)), upstream),
    }),
    rules,
    lists,
    templates,
    routes,
    last,
    prices,
    accepting,
  }
}

const upstreamsOf = ({ config, pool, clock }: SendParts): readonly Upstream[] => {
  if (!config.sandbox) return []
  return [config.sandboxSink === null ? createSandbox({ pool, clock }) : createSink(config.sandboxSink)]
}

function counter(registry: Registry, name: string, help: string): () => void {
  const made = new Counter({ name, help, registers: [registry] })
  return () => made.inc()
}

/** Registers the gauges of the nightly proof; they have no value before the first one. */
function gaugesOf(registry: Registry, last: () => LastProof | null): void {
  const gauge = (name: string, help: string, value: (proof: LastProof) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const proof = last()
        this.set(proof === null ? Number.NaN : value(proof))
      },
    })
  gauge('hongyan_ledger_verify_age_seconds', 'Seconds since the last nightly check of the ledger', ({ age }) => age)
  gauge('hongyan_ledger_verify_ok', '1 if the last nightly check of the ledger passed, else 0', ({ ok }) => Number(ok))
}

/** Starts and stops the gateway, and the listener for changes by other processes. */
function startAndStop(
  gateway: ReturnType<typeof createGateway>,
  listen: () => () => Promise<void>,
): Pick<SendApi, 'start' | 'stop'> {
  let stopListening = async (): Promise<void> => undefined
  return {
    start() {
      stopListening = listen()
      gateway.start()
    },
    async stop() {
      await gateway.stop()
      await stopListening()
    },
  }
}
