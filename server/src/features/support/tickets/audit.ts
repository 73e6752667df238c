import { subjectState } from '../../../audit/state.ts'

/** A ticket's standing by its id. Texts, numbers and files are left out: the audit log outlives them. */
export const ticketAudit = subjectState(
  'tickets',
  `select no, category, impact, priority, state, messages, array_length(message_ids, 1) as message_ids,
     contact is not null as contact, diagnostics_id is not null as diagnostics
   from ticket where account_id = $1 and id::text = $2`,
)
