import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { examine } from './checks.ts'
import { broadcastsOf } from './broadcasts.ts'
import { readDestinations } from './destinations.ts'
import { consoleLoops, type ConsoleDeps, serveConsoleApi } from './console.ts'
import { createSendApi, type SendApi } from './gateway.ts'
import { noticeLoopsOf } from './notices.ts'
import { receiveTicketMail } from './tickets.ts'
import { createPayments, type Payments, receivePayments, servePaymentPages } from './payments.ts'
import { type Config, isSandboxOpen } from '../config/config.ts'
import { isSchemaKnown, readMigrations } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { exposeSpending } from '../features/account/codes/metrics.ts'
import type { DatabaseWatch } from '../db/watch-database.ts'
import { upstreamReceipts } from '../http/upstream-receipts.ts'
import { sandboxInbox } from '../features/sandbox/inbox.ts'
import { servePublicFiles } from '../features/public-files/files.ts'
import { serveFiles } from '../features/uploads/files.ts'
import { CEILINGS } from '../http/ceilings.ts'
import { answerProbes } from '../http/health.ts'
import { createLoadShedder, exposeShedding, type LoadShedder } from '../http/load-shedder.ts'
import { createKnownSessions } from '../http/known-sessions.ts'
import { ownAddresses } from '../http/own-address.ts'
import { createOpenBodies } from '../http/open-bodies.ts'
import { buildServer } from '../http/server.ts'
import { serveConsole } from '../http/static.ts'
import { createLoops, type Loops } from '../jobs/loops.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { newMetrics } from '../kit/metrics.ts'
import { drawInTurn } from '../kit/pdf/draw-in-worker.ts'
import { servesCalls } from '../kit/role.ts'
import type { KeyRing } from '../kit/secret-box.ts'
import { followKeys } from '../keys/follow.ts'
import { leftoverLoop, uploadLoop } from '../uploads/sweep.ts'
import { createUploads } from '../uploads/uploads.ts'

export interface ServerParts {
  readonly config: Config
  readonly database: Pick<Database, 'url' | 'isUp'> & Pick<DatabaseWatch, 'hasRoom'>
  readonly pool: Pool
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: KeyRing
  /** The folder of the built console. */
  readonly consoleDir: string
  /** In tests the schema of its row checks every reply. */
  readonly checkReplies: boolean
}

/** A composed server that is not started: it listens on no port, and neither gateway nor loops run. */
export interface ComposedServer {
  readonly server: FastifyInstance
  readonly metrics: Registry
  readonly gateway: SendApi
  readonly payments: Payments
  readonly loops: Loops
  readonly shedder: LoadShedder
  /** Ends requests first, then the loops, then the parts that they use. */
  readonly stop: () => Promise<void>
}

/** Composes the server with the parts of its role. */
export async function composeServer(parts: ServerParts): Promise<ComposedServer> {
  const { config, database, pool, clock, log } = parts
  const serves = servesCalls(config.role)
  const metrics = newMetrics()
  const migrations = readMigrations()
  const keys = await followKeys(parts)
  const openBodies = createOpenBodies(CEILINGS)
  const destinationParts = readDestinations(config)
  const shedder = createLoadShedder(log)
  exposeShedding(metrics, shedder)
  const gateway = await createSendApi({ ...parts, ...destinationParts, metrics, openBodies, shedder })
  const sessions = createKnownSessions()
  const always = { config, clock, log, openBodies, sessions, ceilings: CEILINGS, shedder }
  const server = await buildServer({ ...always, available: database.isUp, sendApi: serves ? gateway.http : null })
  answerProbes(server, {
    isReady: async () => database.isUp() && database.hasRoom() && isSchemaKnown(pool, migrations),
    standing: gateway.standing,
    examine: () => examine(parts),
    metricsToken: config.metricsToken,
    metrics: async () => ({ contentType: metrics.contentType, text: await metrics.metrics() }),
  })
  exposeSpending(metrics, parts)
  const addresses = ownAddresses(server, config, shedder)
  const addressOf = (path: string): string => new URL(path, addresses.public()).href
  const payments = createPayments({ ...parts, metrics, addresses })
  if (serves || payments.sandbox !== null) await receivePayments(server, payments, metrics)
  const uploads = createUploads(parts)
  const broadcasts = broadcastsOf({ ...parts, ...gateway, ...destinationParts })
  const calls = {
    ...parts,
    ...gateway,
    ...destinationParts,
    sessions,
    shedder,
    addressOf,
    payments,
    uploads,
    broadcasts,
  }
  const stopCalls = serves ? await serveCalls(server, calls) : nothing
  const work = consoleLoops({ ...parts, ...destinationParts, uploads, broadcasts })
  const notices = noticeLoopsOf({ ...parts, messages: gateway.messages, addressOf })
  const ofUploads = [uploadLoop(uploads), leftoverLoop(uploads)]
  const loops = createLoops({
    loops: [keys.loop, ...gateway.loops, ...payments.loops, ...work.loops, ...notices, ...ofUploads],
    role: config.role,
    pool,
    clock,
    log,
    metrics,
  })
  return {
    server,
    metrics,
    gateway,
    payments,
    loops,
    shedder,
    stop: async () => {
      shedder.stop()
      await server.close()
      await loops.stop()
      await Promise.all([stopCalls(), work.stop()])
      await gateway.stop()
      await keys.stop()
    },
  }
}

const nothing = async (): Promise<void> => undefined

type Calls = ServerParts &
  Omit<ConsoleDeps, 'renderPdf' | 'payments'> &
  Pick<SendApi, 'receiveReceipts'> & { readonly payments: Payments }

/** Serves what customers and their programs call beside the send API. Returns what waits for background work to end. */
async function serveCalls(server: FastifyInstance, parts: Calls): Promise<() => Promise<void>> {
  const { config, pool } = parts
  await server.register(
    sandboxInbox({
      pool,
      open: isSandboxOpen(config),
      page: (reply) => reply.header('cache-control', 'no-cache').sendFile('inbox.html'),
    }),
  )
  await server.register(upstreamReceipts(parts.receiveReceipts))
  await servePaymentPages(server, parts.payments, config)
  await receiveTicketMail(server, parts)
  serveFiles(server, parts.uploads)
  const renderPdf = drawInTurn()
  servePublicFiles(server, renderPdf)
  const stop = await serveConsoleApi(server, { ...parts, renderPdf })
  await serveConsole(server, parts.consoleDir, config)
  return stop
}
