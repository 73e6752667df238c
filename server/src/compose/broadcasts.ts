import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { booksOf } from '../broadcasts/books.ts'
import type { RunDeps } from '../broadcasts/run.ts'
import type { Config } from '../config/config.ts'
import type { Schema } from '../db/schema.ts'
import type { BroadcastDeps } from '../features/messaging/broadcasts/deps.ts'
import type { Clock } from '../kit/clock.ts'
import type { SendApi } from './gateway.ts'
import type { DestinationParts } from './destinations.ts'

interface BroadcastParts
  extends
    Pick<DestinationParts, 'destinations'>,
    Pick<SendApi, 'admit' | 'rules' | 'templates' | 'lists' | 'routes' | 'last' | 'prices'> {
  readonly config: Config
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly clock: Clock
}

/** In production marketing stays closed until people can opt out by reply; the sandbox shows it. */
export const broadcastsOf = (parts: BroadcastParts): BroadcastDeps & RunDeps => ({
  ...parts,
  bookOf: booksOf(parts.pool),
  hours: parts.destinations.first.quietHours,
  marketingOpen: parts.config.sandbox,
})
