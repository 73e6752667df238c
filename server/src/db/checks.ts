import type { Pool } from 'pg'
import { type Check, fine, wrong } from '../kit/check.ts'
import { isSchemaKnown, readMigrations } from './migrate.ts'

const NAME = 'database'

export const databaseChecks: readonly Check<{ readonly pool: Pool }>[] = [
  {
    name: NAME,
    async check({ pool }) {
      const migrations = readMigrations()
      const newest = migrations.at(-1)?.name ?? 'none'
      if (await isSchemaKnown(pool, migrations)) return [fine(NAME, `reachable, schema ${newest}`)]
      const text = `reachable, but its schema is not ${newest}, which this version needs`
      return [wrong(NAME, text, 'Start the server of this version: it brings the schema up to date.')]
    },
  },
]
