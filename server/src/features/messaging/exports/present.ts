import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import type { ExportRow } from '../../../exports/store.ts'

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

/** The last percent is that of the file's end. */
const MOST_UNFINISHED = 99

function progressOf({ status, total, done }: ExportRow): number {
  if (status === ExportJobStatus.Finished) return 100
  return total === 0n ? 0 : Math.min(MOST_UNFINISHED, Number((done * 100n) / total))
}

export const presentExport = (row: ExportRow, now: Date): Export => ({
  ...row.choices,
  columns: [...row.choices.columns],
  filters: { ...row.choices.filters },
  id: row.id,
  kind: row.kind,
  name: row.name,
  repeat: row.repeat,
  status: row.status,
  reason: row.reason,
  rows: Number(row.rows),
  size: Number(row.size),
  progress: progressOf(row),
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  finished_at: moment(row.finished_at),
  expires_at: moment(row.expires_at),
  expired: row.expires_at !== null && row.expires_at <= now,
  repeat_at: moment(row.repeat_at),
})
