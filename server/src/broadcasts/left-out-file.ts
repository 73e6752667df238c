import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { openSealed, writeSealed } from '../kit/sealed-file.ts'
import type { LeftOutRow } from '../recipient-files/read.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { fileKey } from './audience-sealed.ts'
import type { AudienceRow } from './audience-store.ts'

type Parts = Pick<Uploads, 'secrets' | 'storage' | 'incoming' | 'writing'>

/** Writes the rows that a source leaves out into an encrypted file, a line each, while they are read. */
export interface LeftOutWriter {
  readonly add: (rows: readonly LeftOutRow[]) => Promise<void>
  /** Stores the file once `note` has kept its name. Returns without one where no row was added. */
  readonly store: (note: (storageKey: string) => Promise<void>) => Promise<void>
  /** Removes what is not stored. */
  readonly close: () => Promise<void>
}

const BUFFERED = 256 * 1024

export function leftOutWriter(
  { secrets, storage, incoming, writing }: Parts,
  row: Pick<AudienceRow, 'id' | 'sealed_key'>,
): LeftOutWriter {
  const storageKey = randomBytes(16).toString('hex')
  const file = path.join(incoming, storageKey)
  const lines = new PassThrough({ highWaterMark: BUFFERED })
  let written: Promise<unknown> | null = null

  const begin = async (): Promise<void> => {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    written = writeSealed(file, fileKey(secrets, row, storageKey), lines, writing)
    // A failure is thrown by the next call that waits for it.
    written.catch((error: unknown) => lines.destroy(error instanceof Error ? error : new Error(String(error))))
  }
  return {
    add: async (rows) => {
      if (rows.length === 0) return
      if (written === null) await begin()
      const text = rows.map(({ row: nr, value, reason }) => `${JSON.stringify([nr, value, reason])}\n`).join('')
      if (!lines.write(text)) await Promise.race([once(lines, 'drain'), written])
    },
    store: async (note) => {
      if (written === null) return
      lines.end()
      await written
      await note(storageKey)
      await storage.put(storageKey, file)
    },
    close: async () => {
      lines.destroy()
      await written?.catch(() => undefined)
      await rm(file, { force: true })
    },
  }
}

/** Reads the rows of a stored file, some at a time. */
export async function* readLeftOut(
  { secrets, storage }: Parts,
  row: Pick<AudienceRow, 'id' | 'sealed_key' | 'left_out_key'>,
): AsyncGenerator<readonly LeftOutRow[]> {
  if (row.left_out_key === null) return
  const sealed = await storage.open(row.left_out_key)
  if (sealed === null) throw new Error(`the left-out rows of the list ${row.id} are missing`)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const bytes of openSealed(sealed, fileKey(secrets, row, row.left_out_key))) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield lines.map(rowOf)
    }
  } finally {
    sealed.destroy()
  }
}

function rowOf(line: string): LeftOutRow {
  const [row, value, reason] = JSON.parse(line) as [number, string, LeftOutRow['reason']] // as the writer wrote it
  return { row, value, reason }
}
