import type { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { emptyPooledDatabase } from './cluster.ts'

/**
 * Creates a database as it was before a migration, with the rows that `fill` inserts, and then runs that migration and
 * all later ones. The database ends with the test. Throws where no migration has the name, which comes without number.
 */
export async function migratedFrom(name: string, fill: string): Promise<Pool> {
  const { pool, close } = await emptyPooledDatabase(2)
  onTestFinished(close)
  const all = readMigrations()
  const before = all.findIndex((migration) => migration.name.endsWith(`-${name}`))
  if (before === -1) throw new Error(`there is no migration ${name}`)
  await migrate(pool, all.slice(0, before))
  await pool.query(fill)
  await migrate(pool, all)
  return pool
}
