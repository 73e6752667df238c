import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '../src/db/connect.ts'
import { openDataDir } from '../src/db/data-dir.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { type Logger, newLogger } from '../src/kit/logger.ts'
import { newKey } from '../src/kit/secret-box.ts'
import { fillTemplate } from './world-template.ts'
import { memoryFolder } from './memory-folder.ts'

const WORLD_TEMPLATE = 'world'

/**
 * The cluster's settings beyond the product's. Processes of a busy server keep 22 connections each, and the files that
 * run beside one another share the cluster: PostgreSQL's own hundred would be used up.
 */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400 } as const

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test's database is a copy of. */
    readonly templateUrl: string
    /** The name of the database that each world's database is a copy of (world-template.ts), and the keys of a world. */
    readonly worldTemplate: string
    readonly worldKeys: string
    /** A DATA_DIR with a migrated database of no rows, as durable as in production. Servers start on copies of it. */
    readonly emptyDataDir: string
  }
}

/**
 * Starts one PostgreSQL for the whole run, in a folder that is removed afterwards. It writes without waiting for the
 * disk; tests that kill a server start one of their own, as durable as in production.
 */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const log = newLogger('silent')
  const folder = mkdtempSync(path.join(memoryFolder(), 'hongyan-test-'))
  chmodSync(folder, 0o755)
  const emptyDataDir = openDataDir(path.join(folder, 'empty'))
  await makeDatabase(emptyDataDir, log)
  const dataDir = path.join(folder, 'data')
  execFileSync('cp', ['--archive', emptyDataDir, dataDir])
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}\n`)
  appendFileSync(path.join(dataDir, 'postgres/postgresql.auto.conf'), settings.join(''))
  const database = await startEmbedded(dataDir, log)
  const pool = openPool(database.url, 1, log)
  const { password } = new URL(database.url)
  await pool.query(`set scram_iterations = 1; alter role hongyan password '${password}'`)
  await pool.query(`create database ${WORLD_TEMPLATE} template hongyan strategy file_copy`)
  await pool.end()
  const worldKeys = newKey('test')
  await fillTemplate(database.url.replace('/hongyan?', `/${WORLD_TEMPLATE}?`), worldKeys)
  project.provide('templateUrl', database.url)
  project.provide('worldTemplate', WORLD_TEMPLATE)
  project.provide('worldKeys', worldKeys)
  project.provide('emptyDataDir', emptyDataDir)
  return async () => {
    await database.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Creates a database under a folder, migrates it and stops it. */
async function makeDatabase(dataDir: string, log: Logger): Promise<void> {
  const database = await startEmbedded(dataDir, log)
  const pool = openPool(database.url, 1, log)
  await migrate(pool, readMigrations())
  await pool.end()
  await database.stop()
}
