import type { Pool } from 'pg'
import { type Check, fine, wrong } from '../kit/check.ts'
import type { Clock } from '../kit/clock.ts'
import { type PartitionState, readPartitions } from './keep-partitions.ts'
import { isSchemaKnown, readMigrations } from './migrate.ts'

const NAME = 'database'
const PARTITIONS = 'partitions'

export interface DatabaseCheckDeps {
  readonly pool: Pool
  readonly clock: Clock
}

export const databaseChecks: readonly Check<DatabaseCheckDeps>[] = [
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
  {
    name: PARTITIONS,
    async check({ pool, clock }) {
      const states = await readPartitions(pool, clock.now())
      const bad = states.filter(({ strays, missing }) => strays + missing > 0)
      if (bad.length === 0) return [fine(PARTITIONS, 'made for today and tomorrow, and every row has one')]
      return [wrong(PARTITIONS, bad.map(textOf).join('; '), HINT)]
    },
  },
]

const HINT =
  'A clock jumped, or a partition could not be made: the log of the loop partitions says why. Rows of a day ahead get their partition in time, and rows older than they are kept are deleted.'

function textOf({ table, strays, missing }: PartitionState): string {
  const parts = [
    ...(strays > 0 ? [`rows outside every partition: ${strays}`] : []),
    ...(missing > 0 ? [`partitions missing: ${missing}`] : []),
  ]
  return `${table}: ${parts.join(', ')}`
}
