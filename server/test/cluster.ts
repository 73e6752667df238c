import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Creates a database with the whole schema and no rows. Copied files cost half of what pages written through the log do. */
export const newDatabase = (): Promise<TestDatabase> => copyOf(nameIn(inject('templateUrl')))

/** Creates a database as a world needs it (world-template.ts). */
export const newWorldDatabase = (): Promise<TestDatabase> => copyOf(inject('worldTemplate'))

const copyOf = (template: string): Promise<TestDatabase> => create(`TEMPLATE ${template} STRATEGY FILE_COPY`)

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
