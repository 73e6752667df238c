import { subjectState } from '../../../audit/state.ts'

/** A ticket's standing by its id. Texts, numbers and files are left out: the audit log outlives them. */
export const ticketAudit = subjectState(
  'tickets',
  `select no as number, category, impact, priority, state, messages from ticket
    where account_id = $1 and id::text = $2`,
)
