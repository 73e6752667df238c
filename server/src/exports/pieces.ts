import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { HOUR } from '@hongyan/contract/durations'
import type { AccountId, ExportId } from '@hongyan/contract/ids'
import { alone } from '../db/tx.ts'
import { dueRows } from '../jobs/due.ts'
import { openSealed, writeSealed } from '../kit/sealed-file.ts'
import type { Exports } from './exports.ts'
import { keyContext, pieceKey } from './sealed.ts'
import { deletePiece, type ExportRow, insertPiece, piecesOf } from './store.ts'

/** A piece is stored within seconds. One that is not kept for this long belongs to a dead process. */
const STORED_WITHIN = HOUR

const keyOf = ({ secrets }: Pick<Exports, 'secrets'>, { id, sealed_key: sealed }: ExportRow): Buffer =>
  Buffer.from(secrets.open(sealed, keyContext(id)), 'base64')

/** Stores a piece, encrypted. Its row comes first, so no object is ever without a row. Returns its name. */
export async function storePiece(exports: Exports, row: ExportRow, content: Buffer): Promise<string> {
  const { pool, clock, storage, incoming, writing } = exports
  const storageKey = randomBytes(16).toString('hex')
  const now = clock.now()
  const key = { account: row.account_id, id: row.id }
  await insertPiece(alone(pool), key, storageKey, now, new Date(now.getTime() + STORED_WITHIN))
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const file = path.join(incoming, storageKey)
  try {
    await writeSealed(file, pieceKey(keyOf(exports, row), storageKey), chunkOf(content), writing)
    await storage.put(storageKey, file)
  } finally {
    await rm(file, { force: true })
  }
  return storageKey
}

async function* chunkOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** The file of a finished export, piece behind piece. The caller reads it to its end or destroys it. */
export function openFile(exports: Exports, row: ExportRow): Readable {
  return Readable.from(piecesInOrder(exports, row), { objectMode: false })
}

async function* piecesInOrder(exports: Exports, row: ExportRow): AsyncGenerator<Buffer> {
  const key = keyOf(exports, row)
  for (const storageKey of await piecesOf(alone(exports.pool), { account: row.account_id, id: row.id })) {
    const sealed = await exports.storage.open(storageKey)
    if (sealed === null) throw new Error(`a piece of the export ${row.id} is missing`)
    try {
      yield* openSealed(sealed, pieceKey(key, storageKey))
    } finally {
      sealed.destroy()
    }
  }
}

interface DuePiece {
  readonly account_id: AccountId
  readonly export_id: ExportId
  readonly storage_key: string
}

/** A deletion that fails is tried again after an hour. */
export const piecesToDelete = dueRows<DuePiece>({
  table: 'export_piece',
  key: ['account_id', 'export_id', 'storage_key'],
  due: 'delete_after',
  since: 'created_at',
  backOff: { first: HOUR, factor: 0, most: HOUR },
  batch: 100,
})

/** Deletes the pieces whose time has come: first the object, then the row. */
export async function deleteDuePieces({ pool, clock, storage }: Exports, stopping: AbortSignal): Promise<void> {
  const db = alone(pool)
  for (;;) {
    const due = await piecesToDelete.claim(db, clock.now())
    for (const { account_id, export_id, storage_key } of due) {
      stopping.throwIfAborted()
      await storage.remove(storage_key)
      await deletePiece(db, { account: account_id, id: export_id }, storage_key)
    }
    if (due.length < piecesToDelete.batch) return
  }
}
