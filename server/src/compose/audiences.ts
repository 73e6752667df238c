import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { AudienceCalls } from '../broadcasts/audiences.ts'
import type { BroadcastDeps } from '../features/messaging/broadcasts/deps.ts'
import type { Schema } from '../db/schema.ts'
import { EXPORT_BYTES_PER_SECOND } from '../exports/exports.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { readInTurn } from '../recipient-files/in-worker.ts'
import { type Uploads, writingLimits } from '../uploads/uploads.ts'

interface AudienceParts {
  readonly pool: Pool
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  readonly uploads: Uploads
  readonly broadcasts: Pick<BroadcastDeps, 'hours' | 'rules'>
}

/** The engine of lists of recipients, for the calls or for the loop, each with a thread. Their files are stored beside uploads. */
export const audiencesOf = ({ pool, db, clock, log, uploads, broadcasts }: AudienceParts): AudienceCalls => ({
  pool,
  db,
  clock,
  log,
  uploads: { ...uploads, writing: writingLimits(EXPORT_BYTES_PER_SECOND) },
  read: readInTurn(),
  hours: broadcasts.hours,
  rules: broadcasts.rules,
})
