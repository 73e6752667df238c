import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { MINUTE } from '@hongyan/contract/durations'
import type { AccountId, UploadId } from '@hongyan/contract/ids'
import { upload as limits } from '@hongyan/contract/limits/uploads'
import { alone } from '../db/tx.ts'
import { dueRows } from '../jobs/due.ts'
import type { Loop } from '../jobs/loop.ts'
import { deleteUpload } from './store.ts'
import type { Uploads } from './uploads.ts'

interface DueUpload {
  readonly account_id: AccountId
  readonly id: UploadId
  readonly storage_key: string
}

/**
 * The uploads to delete. The claim marks a row as removed, so that no reader and no feature gets it any more. A deletion
 * that fails is tried again after a minute.
 */
const uploadsToDelete = dueRows<DueUpload>({
  table: 'upload',
  key: ['account_id', 'id'],
  due: 'delete_after',
  since: 'created_at',
  set: 'removed_at = coalesce(t.removed_at, $1::timestamptz)',
  backOff: { first: MINUTE, factor: 0, most: MINUTE },
  batch: 50,
})

/** Deletes uploads that no feature claimed in time or whose time has come: first the object, then the row. */
export const uploadLoop = (uploads: Uploads): Loop => ({
  name: 'uploads',
  every: MINUTE,
  run: (stopping) => deleteDue(uploads, stopping),
  backlog: () => uploadsToDelete.backlog(alone(uploads.pool), uploads.clock.now()),
})

/** Removes the files that this process left when it died during an upload: they are in its own folder. */
export const leftoverLoop = (uploads: Pick<Uploads, 'incoming'>): Loop => ({
  name: 'upload-leftovers',
  every: MINUTE,
  inEveryProcess: true,
  run: () => removeLeftovers(uploads),
})

async function deleteDue({ pool, clock, storage }: Uploads, stopping: AbortSignal): Promise<void> {
  const db = alone(pool)
  for (;;) {
    const due = await uploadsToDelete.claim(db, clock.now())
    for (const { account_id, id, storage_key } of due) {
      stopping.throwIfAborted()
      await storage.remove(storage_key)
      await deleteUpload(db, account_id, id)
    }
    if (due.length < uploadsToDelete.batch) return
  }
}

async function removeLeftovers({ incoming }: Pick<Uploads, 'incoming'>): Promise<void> {
  const names = await readdir(incoming).catch(() => [])
  for (const name of names) {
    const file = path.join(incoming, name)
    const written = await stat(file).catch(() => null)
    // The times of files are those of the machine.
    if (written !== null && Date.now() - written.mtimeMs > limits.completedWithin) await rm(file, { force: true })
  }
}
