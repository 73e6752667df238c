import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '../src/db/connect.ts'
import { openDataDir } from '../src/db/data-dir.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { newLogger } from '../src/kit/logger.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test's database is a copy of. */
    readonly templateUrl: string
  }
}

/**
 * Starts one PostgreSQL for the whole run, in a folder that is removed afterwards. It writes without waiting for the
 * disk; tests that kill a server start one of their own, as durable as in production.
 */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const log = newLogger('silent')
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-test-'))
  const database = await startEmbedded(openDataDir(path.join(folder, 'data')), log)
  const pool = openPool(database.url, 1, log)
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await pool.query(`alter system set ${setting} = off`)
  }
  await pool.query('select pg_reload_conf()')
  await migrate(pool, readMigrations())
  await pool.end()
  project.provide('templateUrl', database.url)
  return async () => {
    await database.stop()
    rmSync(folder, { recursive: true })
  }
}
