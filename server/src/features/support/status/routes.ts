import { supportStatus } from '@hongyan/contract/endpoints/support/status'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Pool } from 'pg'
import { partitionOf } from '../../../db/account-partition.ts'
import { alone } from '../../../db/tx.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { listIncidents, presentIncident } from './incidents.ts'
import { readOwnCountries, readStatus } from './read.ts'

export interface StatusDeps {
  readonly pool: Pool
  readonly clock: Clock
}

export const supportStatusRoutes = ({ pool, clock }: StatusDeps): readonly Route[] =>
  implement(supportStatus, {
    get: async ({ caller, locale }) => {
      const [db, now] = [alone(pool), clock.now()]
      const partition = await partitionOf(db, caller.account)
      const [{ rows, countedTo }, own, incidents] = await Promise.all([
        readStatus(db, partition, now),
        readOwnCountries(db, caller.account, now),
        listIncidents(db, partition, now),
      ])
      const to = countedTo ?? now
      return {
        from: new Date(to.getTime() - limits.statusWindow).toISOString(),
        to: to.toISOString(),
        rows: [...rows],
        own: [...own],
        incidents: incidents.map((incident) => presentIncident(incident, locale)),
      }
    },
  })
