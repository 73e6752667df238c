import { type AccountId, UploadId, type VerificationId } from '@hongyan/contract/ids'
import { verification as limits } from '@hongyan/contract/limits/verification'
import { type FileField, fileFields, type VerificationValues } from '@hongyan/contract/vocabulary/verification'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { claimUploads, releaseUploads, scheduleDeletion, uploadsOf } from '../../../uploads/claims.ts'
import { readNames } from '../../../uploads/store.ts'
import type { VerificationRow } from './store.ts'

type RowKey = Pick<VerificationRow, 'account_id' | 'id'>

/** The name under which a submission claims its uploads. */
const subjectOf = (id: VerificationId): string => `verification ${id}`

/** The uploads that values name, by field. */
export const filesIn = (values: VerificationValues): readonly { readonly field: FileField; readonly id: UploadId }[] =>
  fileFields.flatMap((field) => {
    const id = UploadId.safeParse(values[field])
    return id.success ? [{ field, id: id.data }] : []
  })

/** Claims the documents of a submission, and gives up those that it no longer names. Throws for one that is gone. */
export async function claimDocuments(
  tx: Transaction<Schema>,
  { account_id: account, id }: RowKey,
  values: VerificationValues,
  now: Date,
): Promise<void> {
  const subject = subjectOf(id)
  const files = filesIn(values)
  for (const { field, id: file } of files) {
    await claimUploads(txOf(tx), { account, ids: [file], purpose: 'evidence', subject, field })
  }
  const kept = files.map((file) => file.id)
  await releaseUploads(txOf(tx), account, subject, now, kept)
}

/** Gives up the documents of a submission that is withdrawn or replaced. */
export const releaseDocuments = (tx: Transaction<Schema>, { account_id: account, id }: RowKey, now: Date) =>
  releaseUploads(txOf(tx), account, subjectOf(id), now)

/** Has the documents of a decided submission deleted once they are not needed any more (screens S12). */
export const scheduleDocuments = (tx: Transaction<Schema>, { account_id: account, id }: RowKey, decidedAt: Date) =>
  scheduleDeletion(txOf(tx), account, subjectOf(id), new Date(decidedAt.getTime() + limits.imagesKeptFor))

/** The documents of a submission that still exist. */
export const documentsOf = (db: Kysely<Schema>, { account_id: account, id }: RowKey) =>
  uploadsOf(txOf(db), account, subjectOf(id))

/** The names of the files that still exist, by id. */
export const readFileNames = (db: Kysely<Schema>, account: AccountId, all: readonly VerificationValues[]) =>
  readNames(
    txOf(db),
    account,
    all.flatMap(filesIn).map(({ id }) => id),
  )
