import { subjectState } from '../../../audit/state.ts'

export const erasureAudit = subjectState(
  'erasure',
  'select recipient from erasure where account_id = $1 and id::text = $2',
)
