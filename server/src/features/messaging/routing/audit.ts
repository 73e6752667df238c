import { accountState } from '../../../audit/state.ts'

/** Rules by their ids, each with its place and its channels in one line. */
const rulesOf = (column: string): string => `(
  select jsonb_object_agg(one ->> 'id', jsonb_build_object('place', place, 'name', one -> 'name', 'match', one -> 'match',
    'order', one -> 'order', 'failover', one -> 'failover', 'attempts', one -> 'attempts', 'sticky', one -> 'sticky',
    'canary', one -> 'canary', 'targets', (
      select coalesce(jsonb_agg(concat_ws(' ', t ->> 'upstream', t ->> 'weight')), '[]') from jsonb_array_elements(one -> 'targets') t)))
  from jsonb_array_elements(${column}) with ordinality as r(one, place))`

/** The version in force with its rules, and the rules of the draft. */
export const routingAudit = accountState(
  'routing',
  `select version, ${rulesOf('rules')} as rule,
     case when jsonb_typeof(draft) = 'array' then ${rulesOf('draft')} end as draft
   from routing where account_id = $1`,
)
