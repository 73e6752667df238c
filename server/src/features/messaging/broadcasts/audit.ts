import { decimal, subjectState } from '../../../audit/state.ts'

export const broadcastAudit = subjectState(
  'broadcasts',
  `select name, recipients, ${decimal('quoted_micros')} as quoted, starts_at as starts, status from broadcast where account_id = $1 and id::text = $2`,
)
