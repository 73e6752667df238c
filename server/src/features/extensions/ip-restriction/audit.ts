import { accountState } from '../../../audit/state.ts'

/** The settings, and the entries by their networks. */
export const ipAudit = accountState(
  'ip_restriction',
  `select r.enabled, r.mode, r.report_only, (
       select jsonb_object_agg(e.network || coalesce(' ' || c.key, '') || ' ' || e.effect, e.note)
         from ip_restriction_entry e left join credential c on c.account_id = e.account_id and c.id = e.credential_id
        where e.account_id = r.account_id) as entry
     from ip_restriction r where r.account_id = $1`,
)
