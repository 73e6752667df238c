import type { ExportKind } from '@hongyan/contract/vocabulary/export'
import type { Pool } from 'pg'
import type { Clock } from '../kit/clock.ts'
import type { WritingLimits } from '../kit/sealed-file.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import type { Storage } from '../providers/storage/storage.ts'
import type { Source } from './source.ts'

/** The parts that make, keep and delete the files of exports. */
export interface Exports {
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly storage: Storage
  /** The folder of pieces that are not stored yet. */
  readonly incoming: string
  readonly writing: WritingLimits
  readonly sources: Readonly<Record<ExportKind, Source>>
}

/** The bytes that all exports of a process write in a second. More would delay the messages that it accepts meanwhile. */
export const EXPORT_BYTES_PER_SECOND = 32 * 1024 * 1024
