import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { statistics as limits } from '@hongyan/contract/limits/screens'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { countDays, countYesterday } from './store.ts'

export interface StatisticsDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

export const statisticsRoutes = ({ db, clock }: StatisticsDeps): readonly Route[] =>
  implement(statistics, {
    summary: async ({ caller, query }) => [
      ...(await countDays(db, caller.account, limits.periods[query.period], clock.now())),
    ],
    yesterday: ({ caller }) => countYesterday(db, caller.account, clock.now()),
  })
