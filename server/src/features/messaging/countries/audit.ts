import { accountState } from '../../../audit/state.ts'

/** A field for each enabled country, so that an entry names the countries that changed and no others. */
export const countriesAudit = accountState(
  'countries',
  `select jsonb_object_agg(country, true) as country from sending_country where account_id = $1`,
)
