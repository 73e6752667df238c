import type { Upload } from '@hongyan/contract/endpoints/upload'
import type { AccountId, UploadId } from '@hongyan/contract/ids'
import type { FileType, UploadPurpose } from '@hongyan/contract/vocabulary/upload'
import { statement, type Tx } from '../db/tx.ts'

/** An upload as the server reads it. */
export interface StoredUpload extends Upload {
  readonly id: UploadId
  readonly type: FileType
  readonly purpose: UploadPurpose
}

export interface NewUpload extends StoredUpload {
  readonly account: AccountId
  readonly storageKey: string
  readonly sealedKey: string
  readonly createdAt: Date
  readonly deleteAfter: Date
}

/** The most bytes and files of an account that no feature has claimed. */
export interface UnclaimedLimits {
  readonly bytes: number
  readonly files: number
}

const UNCLAIMED = `select count(*) as files, coalesce(sum(size), 0) as bytes from upload
  where account_id = $1 and claimed_by is null`

const HAS_ROOM = statement('upload.has_room', `select u.files < $2 and u.bytes < $3 as fits from (${UNCLAIMED}) u`)

/** Uploads that arrive at the same moment may exceed the limits by one file each. */
const INSERT = statement(
  'upload.insert',
  `insert into upload (account_id, id, purpose, name, size, type, sha256, storage_key, sealed_key, created_at,
     delete_after)
   select $1::uuid, $4::uuid, $5, $6, $7::integer, $8, $9, $10, $11, $12::timestamptz, $13::timestamptz from (${UNCLAIMED}) u
    where u.files < $2 and u.bytes + $7 <= $3
   returning id`,
)

const COMPLETE = statement(
  'upload.complete',
  `update upload set stored_at = $3, delete_after = $4
    where account_id = $1 and id = $2 and removed_at is null returning id`,
)

const READABLE = 'stored_at is not null and removed_at is null'

const FIND = statement(
  'upload.find',
  `select id, purpose, name, size, type, sha256, storage_key as "storageKey", sealed_key as "sealedKey" from upload
    where account_id = $1 and id = $2 and ${READABLE}`,
)

const NAMES = statement(
  'upload.names',
  `select id, name from upload where account_id = $1 and id = any($2::uuid[]) and ${READABLE}`,
)

/** Reads the names of an account's uploads that still exist, by id. */
export async function readNames(
  tx: Tx,
  account: AccountId,
  ids: readonly UploadId[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.run<{ id: string; name: string }>(NAMES, [account, ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const OF_SUBJECT = statement(
  'upload.of_subject',
  `select id, purpose, name, size, type, sha256 from upload
    where account_id = $1 and claimed_by = $2 and ${READABLE} order by id`,
)

/**
 * A column with the uploads of a subject as a list in JSON, oldest first, for a statement of another part. Both are SQL:
 * the account of the statement's row, and the subject.
 */
export const uploadsColumn = (account: string, subject: string): string =>
  `(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'size', u.size, 'type', u.type, 'sha256', u.sha256)
      order by u.id), '[]') from upload u where u.account_id = ${account} and u.claimed_by = ${subject} and ${READABLE})`

const CLAIM = statement(
  'upload.claim',
  `update upload set claimed_by = $4, delete_after = null
    where account_id = $1 and id = any($2::uuid[]) and purpose = $3 and (claimed_by is null or claimed_by = $4)
      and ${READABLE}
   returning id, purpose, name, size, type, sha256`,
)

const RELEASE = statement(
  'upload.release',
  `update upload set claimed_by = null, delete_after = $4
    where account_id = $1 and claimed_by = $2 and removed_at is null and not id = any($3::uuid[])`,
)

const SCHEDULE = statement(
  'upload.schedule_deletion',
  `update upload set delete_after = $3 where account_id = $1 and claimed_by = $2 and removed_at is null`,
)

const DELETE = statement('upload.delete', `delete from upload where account_id = $1 and id = $2`)

const limitsOf = ({ files, bytes }: UnclaimedLimits): readonly number[] => [files, bytes]

/** False where the account has as many unclaimed files as it may have. */
export async function hasRoom(db: Tx, account: AccountId, limits: UnclaimedLimits): Promise<boolean> {
  const [row] = await db.run<{ readonly fits: boolean }>(HAS_ROOM, [account, ...limitsOf(limits)])
  return row?.fits === true
}

/** Writes the row before its content is stored. False where the account's unclaimed files leave no room for it. */
export async function insertUpload(db: Tx, upload: NewUpload, limits: UnclaimedLimits): Promise<boolean> {
  const { account, id, purpose, name, size, type, sha256, storageKey, sealedKey, createdAt, deleteAfter } = upload
  const columns = [id, purpose, name, size, type, sha256, storageKey, sealedKey, createdAt, deleteAfter]
  return (await db.run(INSERT, [account, ...limitsOf(limits), ...columns])).length > 0
}

/** Makes an upload readable, once its content is stored. False where it was deleted meanwhile. */
export const completeUpload = async (
  db: Tx,
  { account, id }: Pick<NewUpload, 'account' | 'id'>,
  now: Date,
  deleteAfter: Date,
): Promise<boolean> => (await db.run(COMPLETE, [account, id, now, deleteAfter])).length > 0

export const deleteUpload = async (db: Tx, account: AccountId, id: UploadId): Promise<void> =>
  void (await db.run(DELETE, [account, id]))

export interface KeptUpload extends StoredUpload {
  readonly storageKey: string
  readonly sealedKey: string
}

export const findUpload = async (db: Tx, account: AccountId, id: UploadId): Promise<KeptUpload | null> =>
  (await db.run<KeptUpload>(FIND, [account, id]))[0] ?? null

export const readOfSubject = (db: Tx, account: AccountId, subject: string): Promise<readonly StoredUpload[]> =>
  db.run<StoredUpload>(OF_SUBJECT, [account, subject])

export const claimRows = (
  db: Tx,
  account: AccountId,
  ids: readonly UploadId[],
  purpose: UploadPurpose,
  subject: string,
): Promise<readonly StoredUpload[]> => db.run<StoredUpload>(CLAIM, [account, ids, purpose, subject])

export const releaseRows = async (
  db: Tx,
  account: AccountId,
  subject: string,
  kept: readonly UploadId[],
  deleteAfter: Date,
): Promise<void> => void (await db.run(RELEASE, [account, subject, kept, deleteAfter]))

export const scheduleRows = async (db: Tx, account: AccountId, subject: string, at: Date): Promise<void> =>
  void (await db.run(SCHEDULE, [account, subject, at]))
