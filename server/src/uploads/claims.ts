import type { AccountId, UploadId } from '@hongyan/contract/ids'
import { upload as limits, uploadPurposeLimits } from '@hongyan/contract/limits/uploads'
import type { UploadPurpose } from '@hongyan/contract/vocabulary/upload'
import type { Tx } from '../db/tx.ts'
import { Refusal } from '../kit/refusal.ts'
import { claimRows, readOfSubject, releaseRows, scheduleRows, type StoredUpload } from './store.ts'

export interface Claim {
  readonly account: AccountId
  /** In the order in which they are returned. */
  readonly ids: readonly UploadId[]
  readonly purpose: UploadPurpose
  /** The record that uses the files, as its feature names it: `verification <id>`. */
  readonly subject: string
  /** The field of the request that names the files, for the error. */
  readonly field: string
}

/**
 * Gives uploads to a subject, which keeps them until it releases them. Claiming the subject's own again succeeds. Throws
 * `upload_unavailable` where one is unknown, of another account or purpose, deleted, or of another subject; then the
 * caller's transaction must be rolled back. Throws `invalid_request` where there are more than the purpose allows.
 */
export async function claimUploads(tx: Tx, claim: Claim): Promise<readonly StoredUpload[]> {
  const { account, purpose, subject, field } = claim
  const ids = [...new Set(claim.ids)]
  if (ids.length > uploadPurposeLimits[purpose].most) throw new Refusal('invalid_request', { field })
  const claimed = new Map((await claimRows(tx, account, ids, purpose, subject)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = claimed.get(id)
    if (row === undefined) throw new Refusal('upload_unavailable', { field })
    return row
  })
}

/** The uploads of a subject, oldest first. */
export const uploadsOf = (tx: Tx, account: AccountId, subject: string): Promise<readonly StoredUpload[]> =>
  readOfSubject(tx, account, subject)

/** Takes all uploads of a subject from it, but those of `kept`. They are deleted unless they are claimed within a day. */
export const releaseUploads = (
  tx: Tx,
  account: AccountId,
  subject: string,
  now: Date,
  kept: readonly UploadId[] = [],
): Promise<void> => releaseRows(tx, account, subject, kept, new Date(now.getTime() + limits.unclaimedFor))

/** Deletes all uploads of a subject at a moment, within a minute. A later call replaces an earlier moment. */
export const scheduleDeletion = (tx: Tx, account: AccountId, subject: string, at: Date): Promise<void> =>
  scheduleRows(tx, account, subject, at)
