import { subjectState } from '../../../audit/state.ts'

export const sessionAudit = subjectState(
  'sessions',
  `select (select count(*) from session where account_id = $1) as sessions, s.address, s.user_agent
    from account a left join session s on s.account_id = a.id and s.id::text = $2 where a.id = $1`,
)
