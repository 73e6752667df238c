import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { examine } from './checks.ts'
import { readDestinations } from './destinations.ts'
import { serveConsoleApi } from './console.ts'
import { createSendApi, type SendApi } from './gateway.ts'
import { noticeLoopsOf } from './notices.ts'
import { type Payments, servePayments } from './payments.ts'
import { type Config, isSandboxOpen } from '../config/config.ts'
import { isSchemaKnown, readMigrations } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { exposeSpending } from '../features/account/codes/metrics.ts'
import type { DatabaseWatch } from '../db/watch-database.ts'
import { sandboxInbox } from '../features/sandbox/inbox.ts'
import { servePublicFiles } from '../features/public-files/files.ts'
import { serveFiles } from '../features/uploads/files.ts'
import { CEILINGS } from '../http/ceilings.ts'
import { answerProbes } from '../http/health.ts'
import { ownAddresses } from '../http/own-address.ts'
import { createOpenBodies } from '../http/open-bodies.ts'
import { buildServer } from '../http/server.ts'
import { serveConsole } from '../http/static.ts'
import { createLoops, type Loops } from '../jobs/loops.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { newMetrics } from '../kit/metrics.ts'
import { drawInTurn } from '../kit/pdf/draw-in-worker.ts'
import type { KeyRing } from '../kit/secret-box.ts'
import { followKeys } from '../keys/follow.ts'
import { uploadLoop } from '../uploads/sweep.ts'
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
  /** Ends requests first, then the loops, then the parts that they use. */
  readonly stop: () => Promise<void>
}

/** Composes the whole server. */
export async function composeServer(parts: ServerParts): Promise<ComposedServer> {
  const { config, database, pool, clock, log } = parts
  const metrics = newMetrics()
  const migrations = readMigrations()
  const keys = await followKeys(parts)
  const openBodies = createOpenBodies(CEILINGS)
  const destinationParts = readDestinations(config)
  const gateway = await createSendApi({ ...parts, ...destinationParts, metrics, openBodies })
  const always = { config, clock, log, openBodies, ceilings: CEILINGS }
  const server = await buildServer({ ...always, available: database.isUp, sendApi: gateway.http })
  answerProbes(server, {
    isReady: async () => database.isUp() && database.hasRoom() && isSchemaKnown(pool, migrations),
    standing: gateway.standing,
    examine: () => examine(parts),
    metricsToken: config.metricsToken,
    metrics: async () => ({ contentType: metrics.contentType, text: await metrics.metrics() }),
  })
  await server.register(
    sandboxInbox({
      pool,
      open: isSandboxOpen(config),
      page: (reply) => reply.header('cache-control', 'no-cache').sendFile('inbox.html'),
    }),
  )
  exposeSpending(metrics, parts)
  const { messages, admit, cancel, consoleSend, rules, lists, routes, last, prices, accepting } = gateway
  const addressOf = (path: string): string => new URL(path, ownAddresses(server, config).public()).href
  const payments = await servePayments(server, { ...parts, metrics })
  const uploads = createUploads(parts)
  serveFiles(server, uploads)
  const renderPdf = drawInTurn()
  servePublicFiles(server, renderPdf)
  const consoleApi = await serveConsoleApi(server, {
    ...parts,
    addressOf,
    messages,
    admit,
    cancel,
    consoleSend,
    rules,
    lists,
    routes,
    last,
    prices,
    payments,
    accepting,
    uploads,
    renderPdf,
    ...destinationParts,
  })
  const notices = noticeLoopsOf({ ...parts, messages, addressOf })
  const loops = createLoops({
    loops: [keys.loop, ...gateway.loops, ...payments.loops, ...consoleApi.loops, ...notices, uploadLoop(uploads)],
    pool,
    log,
    metrics,
  })
  await serveConsole(server, parts.consoleDir, config)
  return {
    server,
    metrics,
    gateway,
    payments,
    loops,
    stop: async () => {
      await server.close()
      await loops.stop()
      await consoleApi.stop()
      await gateway.stop()
      await keys.stop()
    },
  }
}
