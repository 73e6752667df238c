import { sealedAudienceColumn } from '../broadcasts/audience-sealed.ts'
import type { SealedColumn } from '../db/sealed-column.ts'
import { sealedExportColumn } from '../exports/sealed.ts'
import { sealedCredentialColumns } from '../features/messaging/credentials/sealed.ts'
import { sealedImportColumn } from '../features/messaging/phonebooks/imports/sealed.ts'
import { sealedUpstreamColumn } from '../features/messaging/upstreams/sealed.ts'
import { sealedFactorColumns } from '../features/account/second-factor/sealed.ts'
import { sealedVerificationColumns } from '../features/account/verification/sealed.ts'
import { sealedAnswerColumn } from '../limits/answers.ts'
import { sealedKeyColumn } from '../providers/payments/sandbox/keys.ts'
import { sealedSigningKeyColumn } from '../signing/sealed.ts'
import { sealedUploadColumn } from '../uploads/sealed.ts'
import { sealedWebhookColumns } from '../webhooks/sealed.ts'

/** Every column with sealed values: a key is retired once none of them needs it. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedCredentialColumns,
  ...sealedFactorColumns,
  ...sealedVerificationColumns,
  sealedAnswerColumn,
  sealedAudienceColumn,
  sealedExportColumn,
  sealedImportColumn,
  sealedKeyColumn,
  sealedSigningKeyColumn,
  sealedUploadColumn,
  sealedUpstreamColumn,
  ...sealedWebhookColumns,
]
