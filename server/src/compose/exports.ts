import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { EXPORT_BYTES_PER_SECOND, type Exports } from '../exports/exports.ts'
import { exportedMessages } from '../features/messaging/logs/exported/messages.ts'
import { exportedRecipients } from '../features/messaging/logs/exported/recipients.ts'
import { exportedWebhooks } from '../features/extensions/webhooks/exported.ts'
import { exportedTransactions } from '../features/finance/transactions/exported.ts'
import type { TransactionDeps } from '../features/finance/transactions/counted.ts'
import { type Uploads, writingLimits } from '../uploads/uploads.ts'

interface ExportParts extends TransactionDeps {
  readonly db: Kysely<Schema>
  readonly uploads: Uploads
}

/** The engine of exports, with the kinds of records that features give to it. Their files are stored beside uploads. */
export const exportsOf = (deps: ExportParts): Exports => ({
  ...deps.uploads,
  writing: writingLimits(EXPORT_BYTES_PER_SECOND),
  sources: {
    messages: exportedMessages(deps.db),
    recipients: exportedRecipients(deps.db),
    transactions: exportedTransactions(deps),
    webhooks: exportedWebhooks(deps.pool),
  },
})
