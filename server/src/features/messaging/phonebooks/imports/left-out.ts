import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { safeText } from '../../../../exports/formats/cells.ts'
import { pieceKey } from '../../../../exports/sealed.ts'
import { openSealed, writeSealed } from '../../../../kit/sealed-file.ts'
import type { LeftOutRow } from '../../../../recipient-files/read.ts'
import type { Uploads } from '../../../../uploads/uploads.ts'
import { keyContext } from './sealed.ts'
import type { ImportRow } from './store.ts'

type Files = Pick<Uploads, 'secrets' | 'storage' | 'incoming' | 'writing'>

/** The file of an import's left-out rows while it is written. */
export interface LeftOutFile {
  readonly add: (rows: readonly LeftOutRow[]) => Promise<void>
  /** Stores the file; false where no row was left out. */
  readonly store: () => Promise<boolean>
  /** Removes what is not stored. */
  readonly close: () => Promise<void>
}

const keyOf = (
  { secrets }: Pick<Files, 'secrets'>,
  { id, sealed_key: sealed }: ImportRow,
  storageKey: string,
): Buffer => pieceKey(Buffer.from(secrets.open(sealed, keyContext(id)), 'base64'), storageKey)

export const newStorageKey = (): string => randomBytes(16).toString('hex')

const HEAD = '\uFEFFrow,value,reason\r\n'
const QUOTED = /[",\r\n]/

const cell = (text: string): string => {
  const safe = safeText(text)
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const line = ({ row, value, reason }: LeftOutRow): string => `${row},${cell(value)},${reason}\r\n`

/** Writes rows, encrypted, as they come. Call `close` whatever happens. */
export async function openLeftOut(files: Files, row: ImportRow, storageKey: string): Promise<LeftOutFile> {
  const { storage, incoming, writing } = files
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const file = path.join(incoming, storageKey)
  const lines = new PassThrough()
  const written = writeSealed(file, keyOf(files, row, storageKey), lines, writing)
  // `store` waits for it; a failure before ends the stream, so that `add` fails too.
  written.catch((error: unknown) => lines.destroy(error instanceof Error ? error : new Error(String(error))))
  lines.on('error', () => undefined)
  let count = 0
  const write = async (text: string): Promise<void> => {
    if (!lines.write(text)) await once(lines, 'drain')
  }
  return {
    add: async (rows) => {
      if (rows.length === 0) return
      await write(`${count === 0 ? HEAD : ''}${rows.map(line).join('')}`)
      count += rows.length
    },
    store: async () => {
      lines.end()
      await written
      if (count > 0) await storage.put(storageKey, file)
      return count > 0
    },
    close: async () => {
      lines.end()
      await written.catch(() => undefined)
      await rm(file, { force: true })
    },
  }
}

/** The stored file of an import; null without one. The caller reads it to its end or destroys it. */
export async function readLeftOut(files: Files, row: ImportRow): Promise<Readable | null> {
  if (row.left_out_key === null) return null
  const sealed = await files.storage.open(row.left_out_key)
  if (sealed === null) return null
  const content = Readable.from(openSealed(sealed, keyOf(files, row, row.left_out_key)), { objectMode: false })
  return content.once('close', () => sealed.destroy())
}
