import { Readable } from 'node:stream'
import type { AccountId, UploadId } from '@hongyan/contract/ids'
import { alone } from '../db/tx.ts'
import { openSealed } from '../kit/sealed-file.ts'
import { keyContext } from './sealed.ts'
import { findUpload, type StoredUpload } from './store.ts'
import type { Uploads } from './uploads.ts'

export interface OpenUpload {
  readonly upload: StoredUpload
  /** The content, verified while it is read. The caller reads it to its end or destroys it. */
  readonly content: Readable
}

/**
 * The content of an account's upload, or null where there is none, it was deleted, or its object is missing. Throws for
 * an object whose start is not as it was written.
 */
export async function openUpload(
  { pool, storage, secrets }: Pick<Uploads, 'pool' | 'storage' | 'secrets'>,
  account: AccountId,
  id: UploadId,
): Promise<OpenUpload | null> {
  const found = await findUpload(alone(pool), account, id)
  if (found === null) return null
  const { storageKey, sealedKey, ...upload } = found
  const key = Buffer.from(secrets.open(sealedKey, keyContext(id)), 'base64')
  const sealed = await storage.open(storageKey)
  if (sealed === null) return null
  const opened = openSealed(sealed, key)
  const content = Readable.from(continued(await opened.next(), opened), { objectMode: false })
  return { upload, content: content.once('close', () => sealed.destroy()) }
}

/** Content whose first chunk was read already. */
async function* continued(first: IteratorResult<Buffer, void>, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first.done !== true) yield first.value
  yield* rest
}
