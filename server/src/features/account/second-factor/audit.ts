import { accountState } from '../../../audit/state.ts'

export const securityAudit = accountState(
  'security',
  `select t.since as totp_since, t.sealed_secret as "!totp", r.hashes::text as "!recovery_codes",
      cardinality(r.hashes) as recovery_codes_left,
      (select array_agg(name order by id) from passkey where account_id = $1) as passkeys
    from account a
    left join totp t on t.account_id = a.id and not t.pending
    left join recovery_code r on r.account_id = a.id
    where a.id = $1`,
)
