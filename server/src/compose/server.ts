import { serveConsoleApi } from './console.ts'
import { demoAtStart } from './demo.ts'
import { serveSendApi } from './gateway.ts'
import { noticeLoopsOf } from './notices.ts'
import { servePayments } from './payments.ts'
import type { Config } from '../config/config.ts'
import { openKysely, openPool } from '../db/connect.ts'
import { isSchemaKnown, migrate, readMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { SignIn } from '../features/demo/sign-ins.ts'
import { answerProbes } from '../http/health.ts'
import { ownAddresses } from '../http/own-address.ts'
import { buildServer } from '../http/server.ts'
import { serveConsole } from '../http/static.ts'
import { createLoops } from '../jobs/loops.ts'
import { systemClock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { newMetrics } from '../kit/metrics.ts'
import { keysOf, secretBox } from '../kit/secret-box.ts'
import { StartError } from '../kit/start-error.ts'

const POOL_SIZE = 20

export interface RunningServer {
  /** The listening address, without a trailing slash. */
  readonly address: string
  /** The sign-ins of the demo accounts, where there are any. */
  readonly signIns: readonly SignIn[]
  readonly stop: () => Promise<void>
}

/** Starts all parts in order; a failed step stops the parts that were started. */
export async function startServer(config: Config, log: Logger, consoleDir: string): Promise<RunningServer> {
  const started: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end()
  }
  try {
    const database = await openDatabase(config, log)
    started.push(database.close)
    const pool = openPool(database.url, POOL_SIZE, log)
    started.push(() => pool.end())
    const migrations = readMigrations()
    await migrate(pool, migrations)
    const metrics = newMetrics()
    const clock = systemClock
    const secrets = secretBox(config.secretKeys ?? keysOf(config.dataDir))
    const db = openKysely<Schema>(pool)
    const signIns = await demoAtStart({ config, db, clock, secrets })
    const server = await buildServer({ config, clock, log, available: database.up })
    answerProbes(server, {
      isReady: () => isSchemaKnown(pool, migrations),
      metrics: async () => ({ contentType: metrics.contentType, text: await metrics.metrics() }),
    })
    const sendApi = await serveSendApi(server, {
      config,
      databaseUrl: database.url,
      pool,
      clock,
      log,
      secrets,
      metrics,
    })
    const { messages, rules, prices, accepting } = sendApi
    const payments = await servePayments(server, { config, db, pool, clock, log, secrets, metrics })
    const consoleApi = await serveConsoleApi(server, {
      config,
      db,
      pool,
      clock,
      log,
      secrets,
      messages,
      rules,
      prices,
      payments,
      accepting,
      checkReplies: false,
    })
    const loops = createLoops({
      loops: [
        ...sendApi.loops,
        ...payments.loops,
        ...consoleApi.loops,
        ...noticeLoopsOf({ config, db, pool, clock, log, messages }),
      ],
      pool,
      log,
      metrics,
    })
    await serveConsole(server, consoleDir, config)
    sendApi.start()
    started.push(sendApi.stop)
    started.push(consoleApi.stop)
    started.push(payments.stop)
    started.push(loops.stop)
    started.push(() => server.close())
    await server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw notListening(config, error)
    })
    payments.start()
    loops.start()
    return { address: ownAddresses(server, config).public(), signIns, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function notListening({ host, port }: Config, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} on ${host} is taken; choose another with PORT.`)
  return new StartError(`The server cannot listen on ${host}:${port}: ${String(code)}.`)
}
