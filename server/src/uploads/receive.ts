import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type AccountId, UploadId } from '@hongyan/contract/ids'
import { upload as limits, uploadPurposeLimits } from '@hongyan/contract/limits/uploads'
import type { FileType, UploadPurpose } from '@hongyan/contract/vocabulary/upload'
import { alone } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import type { IncomingFile } from '../kit/incoming-file.ts'
import { Refusal } from '../kit/refusal.ts'
import { newFileKey, openSealed, writeSealed, type WrittenFile } from '../kit/sealed-file.ts'
import { type Content, typeOf, whole } from './content.ts'
import { cleanImage, isImage } from './image.ts'
import { safeName } from './name.ts'
import { keyContext } from './sealed.ts'
import { completeUpload, deleteUpload, hasRoom, insertUpload, type StoredUpload } from './store.ts'
import type { Uploads } from './uploads.ts'

/** Reads a form: hands its file to `take`, and resolves to its purpose once all of it has arrived. */
export type ReadForm = (
  take: (file: IncomingFile) => Promise<ReceivedFile>,
) => Promise<{ readonly purpose: UploadPurpose; readonly file: ReceivedFile }>

/** Throws where an account's unclaimed files leave no room for another. */
export async function requireRoom({ pool }: Uploads, account: AccountId): Promise<void> {
  if (!(await hasRoom(alone(pool), account, limits.unclaimed))) throw noRoom()
}

const RETRY_SECONDS = { running: 2, unclaimed: 3_600 }
const noRoom = (): Refusal => new Refusal('too_many_unclaimed', { retryAfter: RETRY_SECONDS.unclaimed })

/**
 * Receives a file, examines it and stores it for an account. One that is refused or fails leaves no row and no file.
 * The content is never on the disk unencrypted.
 */
export async function receiveUpload(uploads: Uploads, account: AccountId, read: ReadForm): Promise<StoredUpload> {
  if (!uploads.running.add(account, 1)) throw new Refusal('too_many_uploads', { retryAfter: RETRY_SECONDS.running })
  const files: string[] = []
  const newFile = (): string => {
    const file = path.join(uploads.incoming, randomBytes(16).toString('hex'))
    files.push(file)
    return file
  }
  try {
    await mkdir(uploads.incoming, { recursive: true, mode: 0o700 })
    const { purpose, file } = await read(({ name, content }) => receiveFile(uploads, newFile(), name, content))
    const ready = await uploads.examining('file', () => examined(uploads, file, purpose, newFile))
    return await store(uploads, account, { ...ready, purpose })
  } finally {
    uploads.running.remove(account, 1)
    await Promise.all(files.map((file) => rm(file, { force: true })))
  }
}

/** A file that arrived, encrypted on the disk. */
interface ReceivedFile extends WrittenFile, Content {
  readonly name: string
  readonly path: string
  readonly key: Buffer
}

async function receiveFile(
  { writing }: Uploads,
  file: string,
  name: string,
  content: AsyncIterable<Buffer>,
): Promise<ReceivedFile> {
  const key = newFileKey()
  const written = await writeSealed(file, key, content, writing)
  return { ...written, name, path: file, key, open: () => openSealed(createReadStream(file), key) }
}

interface ReadyFile extends ReceivedFile {
  readonly type: FileType
}

/** Checks a file against its purpose, by size and content. An image is replaced by one without metadata. */
async function examined(
  uploads: Uploads,
  file: ReceivedFile,
  purpose: UploadPurpose,
  newFile: () => string,
): Promise<ReadyFile> {
  const { bytes, types } = uploadPurposeLimits[purpose]
  if (file.size === 0) throw new Refusal('upload_empty')
  if (file.size > bytes) throw new Refusal('upload_too_large')
  const type = await typeOf(file)
  if (type === null || !types.includes(type)) throw new Refusal('upload_wrong_type')
  if (!isImage(type)) return { ...file, type }
  const image = await cleanImage(await whole(file.open()), type)
  return { ...(await receiveFile(uploads, newFile(), file.name, chunkOf(image))), type }
}

async function* chunkOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/**
 * The row comes first, and the loop removes it with its object where this process dies before the upload is complete. So
 * no object is ever without a row.
 */
async function store(
  { pool, clock, secrets, storage }: Uploads,
  account: AccountId,
  { path: file, key, name, size, sha256, type, purpose }: ReadyFile & { readonly purpose: UploadPurpose },
): Promise<StoredUpload> {
  const db = alone(pool)
  const now = clock.now()
  const id = UploadId.parse(uuidv7(now))
  const storageKey = randomBytes(16).toString('hex')
  const sealedKey = secrets.seal(key.toString('base64'), keyContext(id))
  const upload = { id, purpose, name: safeName(name, type), size, type, sha256 }
  const deleteAfter = new Date(now.getTime() + limits.completedWithin)
  const row = { ...upload, account, storageKey, sealedKey, createdAt: now, deleteAfter }
  if (!(await insertUpload(db, row, limits.unclaimed))) throw noRoom()
  try {
    await storage.put(storageKey, file)
    const kept = await completeUpload(db, row, clock.now(), new Date(now.getTime() + limits.unclaimedFor))
    if (!kept) throw new Refusal('upload_broken_off')
  } catch (error) {
    await storage.remove(storageKey)
    await deleteUpload(db, account, id)
    throw error
  }
  return upload
}
