import type { Pool } from 'pg'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { RulesCache } from '../gateway/rules.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { QuietHours } from '../pipeline/quiet-rules.ts'
import type { ReadRecipients } from '../recipient-files/read.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** The parts that read, keep and delete lists of recipients. */
export interface Audiences {
  readonly pool: Pool
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly log: Logger
  /** The files, and where those of left-out rows are kept. */
  readonly uploads: Uploads
  readonly read: ReadRecipients
  readonly hours: QuietHours
  /** Milliseconds that a call waits for a list; two seconds by default. */
  readonly patience?: number
}

/** The further parts that the calls need. */
export interface AudienceCalls extends Audiences {
  readonly rules: Pick<RulesCache, 'ofAccount'>
}
