import { DAY, HOUR, MINUTE, SECOND } from '../durations.ts'
import type { FileType, UploadPurpose } from '../vocabulary/upload.ts'

/** Numbers of files that customers upload (screens S0). Durations are milliseconds, sizes bytes. */

const MEGABYTE = 1024 * 1024

export interface PurposeLimits {
  readonly types: readonly FileType[]
  readonly bytes: number
  /** The most files of one submission, message or import. */
  readonly most: number
}

const images = ['image/jpeg', 'image/png', 'image/gif'] as const
const tables = ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

export const uploadPurposeLimits: Readonly<Record<UploadPurpose, PurposeLimits>> = {
  evidence: { types: [...images, 'application/pdf'], bytes: 2 * MEGABYTE, most: 6 },
  recipients: { types: tables, bytes: 12 * MEGABYTE, most: 1 },
  attachment: { types: [...images, 'application/pdf', ...tables], bytes: 10 * MEGABYTE, most: 5 },
}

export const upload = {
  /** The largest file of any purpose. The purpose may come behind the file. */
  bytes: 12 * MEGABYTE,
  nameMax: 100,
  /** A larger image would fill the memory while it is decoded. */
  megapixels: 50,
  /** A workbook is refused above these: its entries, their size once unpacked, and that size per stored byte. */
  workbook: { entries: 2_000, unpackedBytes: 512 * MEGABYTE, ratio: 200 },
  /** The time for a file to arrive, and the longest pause between two of its chunks. */
  arrivesWithin: 5 * MINUTE,
  longestPause: 20 * SECOND,
  /** The most uploads at once. */
  atOnce: { inAll: 32, perAccount: 6 },
  /** The most bytes and files of an account that no feature has claimed. */
  unclaimed: { bytes: 100 * MEGABYTE, files: 200 },
  /** A file that no feature claims is deleted after this time. */
  unclaimedFor: DAY,
  /** The server completes an upload within seconds. One that is incomplete for this long belongs to a dead process. */
  completedWithin: HOUR,
  linkFor: 15 * MINUTE,
} as const
