import { upload as limits } from '@hongyan/contract/limits/uploads'
import path from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kit/clock.ts'
import { createBytePace } from '../kit/byte-pace.ts'
import { createHeld, type Held } from '../kit/held.ts'
import { type KeyedQueue, keyedQueue } from '../kit/keyed-queue.ts'
import type { WritingLimits } from '../kit/sealed-file.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { diskStorage } from '../providers/storage/disk.ts'
import { s3Storage } from '../providers/storage/s3.ts'
import type { Storage } from '../providers/storage/storage.ts'

/** The parts that receive, keep and delete customers' files. */
export interface Uploads {
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly storage: Storage
  /** The folder of files that have not been examined or stored yet. */
  readonly incoming: string
  /** The uploads that are running, by account. */
  readonly running: Held
  readonly writing: WritingLimits
  /** Examines one file at a time: an image or a workbook takes memory and a processor. */
  readonly examining: KeyedQueue
}

export function createUploads(
  parts: Pick<Uploads, 'pool' | 'clock' | 'secrets'> & { readonly config: Pick<Config, 'dataDir' | 's3'> },
): Uploads {
  const { pool, clock, secrets, config } = parts
  const folder = path.join(config.dataDir, 'files')
  return {
    pool,
    clock,
    secrets,
    storage: config.s3 === null ? diskStorage(path.join(folder, 'objects')) : s3Storage(config.s3),
    incoming: path.join(folder, 'incoming'),
    running: createHeld(limits.atOnce.inAll, limits.atOnce.perAccount),
    writing: writingLimits(),
    examining: keyedQueue(),
  }
}

/** The bytes of all uploads of a process in a second. More would delay the messages that it accepts meanwhile. */
const BYTES_PER_SECOND = 10 * 1024 * 1024

export function writingLimits(bytesPerSecond = BYTES_PER_SECOND): WritingLimits {
  const syncs = keyedQueue()
  return { pass: createBytePace(bytesPerSecond), inTurn: (sync) => syncs('sync', sync) }
}
