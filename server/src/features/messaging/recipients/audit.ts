import { accountState, subjectState } from '../../../audit/state.ts'

/** An entry without its number and its note: the audit log outlives an erasure. */
export const recipientAudit = subjectState(
  'recipients',
  `select reason, source, scenes & 1 > 0 as keeps_verification, scenes & 2 > 0 as keeps_notification,
       scenes & 4 > 0 as keeps_marketing
     from listed_recipient where account_id = $1 and id::text = $2`,
)

/** The number of entries, which an import changes. */
export const listAudit = accountState(
  'recipient_list',
  'select count(*) as entries from listed_recipient where account_id = $1',
)
