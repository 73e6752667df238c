import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import type { AudienceView } from '../../../broadcasts/audience-view.ts'

export const presentAudience = ({ row, report, keptBack, quietNow }: AudienceView): Audience => ({
  id: row.id,
  source: row.source,
  name: row.name,
  country: row.country,
  state: row.state,
  progress: row.progress,
  result: row.result,
  problem: row.problem,
  counts: report.counts,
  kept_back: keptBack,
  quiet_now: quietNow,
  countries: [...report.countries],
  columns: [...report.columns],
  phone_column: report.phoneColumn,
  sheets: [...report.sheets],
  sheet: report.sheet,
  sample: [...report.sample],
  created_at: row.created_at.toISOString(),
  expires_at: row.delete_after.toISOString(),
})
