import { type NetworkRow, supportStatus } from '@hongyan/contract/endpoints/support/status'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { partitionOf } from '../../../db/account-partition.ts'
import { listIncidents, presentIncident } from './incidents.ts'

export interface StatusDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/** Figures that are older than their window say nothing about now, so they read as quiet. Counts stay inside. */
const ROWS = statement(
  'network_status.read',
  `select country, channel, delivered::float8 / nullif(finished, 0) as share, median_ms, since, counted_to,
     case when counted_to > $2 then state else 'quiet' end as state
   from network_status where partition = $1
   order by array_position(array['outage', 'degraded', 'operational', 'quiet'],
     case when counted_to > $2 then state else 'quiet' end), country, channel`,
)

interface Row extends Pick<NetworkRow, 'country' | 'channel' | 'state' | 'median_ms'> {
  readonly share: number | null
  readonly since: Date
  readonly counted_to: Date
}

export const supportStatusRoutes = ({ pool, clock }: StatusDeps): readonly Route[] =>
  implement(supportStatus, {
    get: async ({ caller, locale }) => {
      const [db, now] = [alone(pool), clock.now()]
      const partition = await partitionOf(db, caller.account)
      const rows = await readRows(db, partition, now)
      const to = rows[0]?.counted_to ?? now
      return {
        from: new Date(to.getTime() - limits.statusWindow).toISOString(),
        to: to.toISOString(),
        rows: rows.map(presentRow),
        incidents: (await listIncidents(db, partition, now)).map((incident) => presentIncident(incident, locale)),
      }
    },
  })

const readRows = (db: Tx, partition: Partition, now: Date): Promise<readonly Row[]> =>
  db.run<Row>(ROWS, [partition, new Date(now.getTime() - limits.statusWindow)])

function presentRow({ country, channel, state, share, median_ms, since }: Row): NetworkRow {
  const isQuiet = state === 'quiet'
  return {
    country,
    channel,
    state,
    delivered: isQuiet || share === null ? null : Math.round(share * 10_000) / 10_000,
    median_ms: isQuiet ? null : median_ms,
    since: since.toISOString(),
  }
}
