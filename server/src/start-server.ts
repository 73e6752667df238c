import { demoAtStart } from './compose/demo.ts'
import { sealedColumns } from './compose/sealed-columns.ts'
import { composeServer } from './compose/server.ts'
import { type Config, isLive } from './config/config.ts'
import { cautionsOf } from './config/cautions.ts'
import { KEPT, openKysely, openPool } from './db/connect.ts'
import { migrate, readMigrations } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { Schema } from './db/schema.ts'
import { watchDatabase } from './db/watch-database.ts'
import type { SignIn } from './features/demo/sign-ins.ts'
import { BACKLOG } from './http/load-shedding.ts'
import { ownAddresses } from './http/own-address.ts'
import { systemClock } from './kit/clock.ts'
import type { Logger } from './kit/logger.ts'
import { servesCalls } from './kit/role.ts'
import { openKeys } from './keys/open-keys.ts'
import { StartError } from './kit/start-error.ts'
import { refuseDenied } from './payments/credentials.ts'
import { refuseSandboxMoney } from './payments/sandbox-money/retire.ts'

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
  for (const caution of cautionsOf(config)) log.warn(caution)
  try {
    const database = await openDatabase(config, log)
    started.push(database.close)
    // Calls that arrive together after a pause would wait until the database has authenticated a connection for each.
    const pool = openPool(database.url, POOL_SIZE, log, KEPT)
    started.push(() => pool.end())
    const watch = watchDatabase(database.url, pool, log)
    started.push(watch.stop)
    await migrate(pool, readMigrations())
    const clock = systemClock
    const secrets = await openKeys({ pool, config, columns: sealedColumns })
    const db = openKysely<Schema>(pool)
    if (isLive(config)) await refuseSandboxMoney(db)
    const own = { config, pool, db, clock, log, secrets }
    const signIns = servesCalls(config.role) ? await demoAtStart(own) : []
    const watched = { url: database.url, isUp: () => database.isUp() && watch.isUp(), hasRoom: watch.hasRoom }
    const parts = { ...own, database: watched, consoleDir, checkReplies: false }
    const { server, gateway, payments, loops, shedder, stop: stopServer } = await composeServer(parts)
    if (isLive(config)) refuseDenied(await payments.checkChannels(), log)
    gateway.start()
    started.push(stopServer)
    await server.listen({ host: config.host, port: config.port, backlog: BACKLOG }).catch((error: unknown) => {
      throw notListening(config, error)
    })
    // A proxy mixes callers in one connection, so it has to shed load itself.
    if (servesCalls(config.role) && config.trustProxy === false) shedder.start(server)
    loops.start()
    return { address: ownAddresses(server, config, shedder).public(), signIns, stop }
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
