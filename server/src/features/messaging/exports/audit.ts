import { subjectState } from '../../../audit/state.ts'

export const exportAudit = subjectState(
  'exports',
  `select name, kind, choices ->> 'from' as "from", choices ->> 'to' as "to", choices ->> 'format' as format,
          choices ->> 'masked' as masked, nullif(choices ->> 'filters', '{}') as filters, status, repeat
     from export where account_id = $1 and id::text = $2`,
)
