import type { Config } from '../config/config.ts'
import type { Logger } from '../kit/logger.ts'
import { type DataDirLock, lockDataDir, openDataDir, tryLock } from './data-dir.ts'
import { startEmbedded } from './embedded.ts'
import { announce, retract, whoRuns } from './running.ts'

/** A PostgreSQL to work on, wherever it runs. */
export interface Database {
  readonly url: string
  readonly up: () => boolean
  readonly close: () => Promise<void>
}

/** The server's database: the operator's own, or the embedded one, which is then ours alone until we close it. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== null) return elsewhere(config.databaseUrl)
  const dataDir = openDataDir(config.dataDir)
  return startUnder(dataDir, await lockDataDir(dataDir), log)
}

/** A command's database: that of the server which runs on the same DATA_DIR, or an embedded one while it takes. */
export async function joinDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== null) return elsewhere(config.databaseUrl)
  const dataDir = openDataDir(config.dataDir)
  const lock = await tryLock(dataDir)
  if (lock !== null) return startUnder(dataDir, lock, log)
  const running = whoRuns(dataDir)
  return running === null ? startUnder(dataDir, await lockDataDir(dataDir), log) : elsewhere(running.databaseUrl)
}

async function startUnder(dataDir: string, lock: DataDirLock, log: Logger): Promise<Database> {
  // What a killed server announced is over.
  retract(dataDir)
  const embedded = await startEmbedded(dataDir, log).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  announce(dataDir, { process: process.pid, databaseUrl: embedded.url })
  return {
    url: embedded.url,
    up: embedded.up,
    close: async () => {
      retract(dataDir)
      await embedded.stop()
      await lock.release()
    },
  }
}

const elsewhere = (url: string): Database => ({ url, up: () => true, close: async () => undefined })
