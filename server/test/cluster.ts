import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../src/db/connect.ts'
import { newLogger } from '../src/kit/logger.ts'

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Creates a database with the whole schema and no rows. Copied files cost half of what pages written through the log do. */
export const newDatabase = (): Promise<TestDatabase> => copyOf(nameIn(inject('templateUrl')))

/** Creates a database as a world needs it (world-template.ts). */
export const newWorldDatabase = (): Promise<TestDatabase> => copyOf(inject('worldTemplate'))

const copyOf = (template: string): Promise<TestDatabase> => create(`TEMPLATE ${template} STRATEGY FILE_COPY`)

export interface PooledDatabase {
  readonly url: string
  readonly pool: pg.Pool
  /** Ends the pool and drops the database. */
  readonly close: () => Promise<void>
}

/** Creates a database with the whole schema and no rows, and a pool of at most so many connections to it. */
export const newPooledDatabase = async (connections: number): Promise<PooledDatabase> =>
  pooled(await newDatabase(), connections)

/** The same with the rows and partitions of another database, which no connection uses meanwhile. */
export const newPooledCopy = async (url: string, connections: number): Promise<PooledDatabase> =>
  pooled(await copyOf(nameIn(url)), connections)

/** The same without a schema. */
export const emptyPooledDatabase = async (connections: number): Promise<PooledDatabase> =>
  pooled(await emptyDatabase(), connections)

function pooled({ url, drop }: TestDatabase, connections: number): PooledDatabase {
  const pool = openPool(url, connections, newLogger('silent'))
  const close = async (): Promise<void> => {
    await pool.end()
    await drop()
  }
  return { url, pool, close }
}

/** Creates a database without a schema. */
export const emptyDatabase = (): Promise<TestDatabase> => create('')

async function create(from: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`CREATE DATABASE ${name} ${from}`)
  return { url: urlOf(name), drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function urlOf(database: string): string {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${database}`
  return url.href
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1)
