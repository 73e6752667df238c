import type { Kysely } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import type { ReadRecipients } from '../../../../recipient-files/read.ts'
import type { Uploads } from '../../../../uploads/uploads.ts'

/** The parts that read files into phonebooks. Left-out rows are stored beside uploads. */
export interface ImportDeps {
  readonly db: Kysely<Schema>
  readonly uploads: Uploads
  readonly read: ReadRecipients
}
