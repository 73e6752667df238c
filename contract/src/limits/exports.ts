import { DAY, MINUTE } from '../durations.ts'

/** Numbers of exports (screens S5). Durations are milliseconds. */
export const exports = {
  /** The most exports of an account that wait or run. */
  running: 3,
  nameMax: 48,
  /** A finished file is deleted after this time. */
  keptFor: 7 * DAY,
  linkFor: 15 * MINUTE,
  /** The most rows of one sheet of a workbook, without its headings. */
  sheetRows: 1_000_000,
} as const
