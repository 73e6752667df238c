import type { Config } from '../config/config.ts'
import type { Logger } from '../kit/logger.ts'
import { type DataDirLock, lockDataDir, openDataDir, tryLock } from './data-dir.ts'
import { startEmbedded } from './embedded.ts'
import { announce, retract, lastAnnouncement } from './running.ts'

/** A running PostgreSQL, our own or an operator's. */
export interface Database {
  readonly url: string
  /** False while an embedded PostgreSQL is being restarted. An operator's own counts as up. */
  readonly isUp: () => boolean
  readonly close: () => Promise<void>
}

/** The attempts to lock, of half a second each. */
const JOIN_TRIES = 40

/**
 * The server's database: the operator's own, or the embedded one, which this process then holds alone until it closes
 * it.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== null) return existingDatabase(config.databaseUrl)
  const dataDir = openDataDir(config.dataDir)
  const lock = await lockDataDir(dataDir)
  // Deletes the announcement that a killed server left.
  retract(dataDir)
  const database = await startUnder(dataDir, lock, log)
  announce(dataDir, { process: process.pid, databaseUrl: database.url })
  return {
    ...database,
    close: async () => {
      retract(dataDir)
      await database.close()
    },
  }
}

/**
 * A command's database: that of the server which runs on the same DATA_DIR, or an embedded one for the command's
 * duration. Waits for a server that is just starting, and for another command, whose database ends with it.
 */
export async function joinDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== null) return existingDatabase(config.databaseUrl)
  const dataDir = openDataDir(config.dataDir)
  for (let tries = 0; tries < JOIN_TRIES; tries += 1) {
    const lock = await tryLock(dataDir)
    if (lock !== null) return startUnder(dataDir, lock, log)
    const running = lastAnnouncement(dataDir)
    if (running !== null) return existingDatabase(running.databaseUrl)
  }
  return startUnder(dataDir, await lockDataDir(dataDir), log)
}

async function startUnder(dataDir: string, lock: DataDirLock, log: Logger): Promise<Database> {
  const embedded = await startEmbedded(dataDir, log).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  return {
    url: embedded.url,
    isUp: embedded.isUp,
    close: async () => {
      await embedded.stop()
      await lock.release()
    },
  }
}

/** A database that another process or the operator runs. */
const existingDatabase = (url: string): Database => ({ url, isUp: () => true, close: async () => undefined })
