import { accountState } from '../../../audit/state.ts'

/** The limits as fields: each rule and each country by its own, so that an entry names those that changed. */
export const rateLimitingAudit = accountState(
  'rate_limiting',
  `select enabled, per_second, day,
     (select jsonb_object_agg(one ->> 'id', one - 'id') from jsonb_array_elements(rules) one) as rule,
     (select jsonb_object_agg(one ->> 'country', one - 'country') from jsonb_array_elements(countries) one) as country,
     jsonb_array_length(exempt) as exempt
   from rate_limiting where account_id = $1`,
)
