import { subjectState } from '../../../audit/state.ts'

export const messageAudit = subjectState(
  'messages',
  'select status from message where account_id = $1 and id::text = $2',
)
