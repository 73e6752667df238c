import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '@hongyan/contract/durations'
import pg from 'pg'
import { StartError } from '../kit/start-error.ts'

/** The number of the advisory lock that one migrator at a time holds. */
const MIGRATOR_LOCK = 4_807_201
const UNDEFINED_TABLE = '42P01'
const PATIENCE_MILLIS = MINUTE

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

interface Recorded {
  readonly name: string
  readonly hash: string
}

/** The numbered migrations beside this code, in order; the build copies them beside the bundle. */
export function readMigrations(): readonly Migration[] {
  const folder = path.join(import.meta.dirname, 'migrations')
  const names = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  return names.toSorted().map((name) => {
    const sql = readFileSync(path.join(folder, name), 'utf8')
    return { name: name.slice(0, -'.sql'.length), sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Runs the pending migrations. Throws a StartError when the database has newer or different ones. */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${messageOf(error)}.`)
  })
  try {
    if (pendingOf(migrations, await recorded(client)).length === 0) return
    await lockMigrator(client)
    // Another server may have run them while this one waited.
    for (const migration of pendingOf(migrations, await recorded(client))) await run(client, migration)
  } finally {
    // Ends the session, and with it the lock.
    client.release(true)
  }
}

/** True where the database has exactly the schema that this server was written for. */
export async function isSchemaKnown(pool: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const rows = await recorded(pool)
  return rows.length === migrations.length && migrations.every(({ hash }, index) => rows[index]?.hash === hash)
}

async function recorded(db: pg.Pool | pg.PoolClient): Promise<readonly Recorded[]> {
  try {
    return (await db.query<Recorded>('SELECT name, hash FROM schema_migration ORDER BY name')).rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

function pendingOf(migrations: readonly Migration[], rows: readonly Recorded[]): readonly Migration[] {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of rows) {
    const expected = known.get(name)
    if (expected === undefined) {
      throw new StartError(`The database has the change ${name}, which this version does not know; start a newer one.`)
    }
    if (expected !== hash) {
      throw new StartError(`The change ${name} was edited after it ran on this database; write a new one instead.`)
    }
  }
  const done = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

/** Polls the lock instead of waiting for it, because a waiting statement would end with lock_timeout. */
async function lockMigrator(client: pg.PoolClient): Promise<void> {
  const deadline = Date.now() + PATIENCE_MILLIS
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [MIGRATOR_LOCK])
    if (rows[0]?.ours === true) return
    if (Date.now() > deadline) throw new StartError('Another server is still changing the database; try again later.')
    await sleep(50)
  }
}

async function run(client: pg.PoolClient, { name, sql, hash }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '2s'")
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, hash text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
    )
    await client.query(sql)
    await client.query('INSERT INTO schema_migration (name, hash) VALUES ($1, $2)', [name, hash])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new StartError(`The change ${name} failed: ${messageOf(error)}.`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
