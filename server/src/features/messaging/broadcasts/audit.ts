import { decimal, subjectState } from '../../../audit/state.ts'

export const broadcastAudit = subjectState(
  'broadcasts',
  `select name, scene, recipients, ${decimal('quoted_micros')} as quoted, plan ->> 'time' as time,
          coalesce(plan ->> 'at', plan ->> 'local') as at, status, reason
     from broadcast where account_id = $1 and id::text = $2`,
)
