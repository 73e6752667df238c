import { subjectState } from '../../../../audit/state.ts'

export const signatureAudit = subjectState(
  'signatures',
  `select name, kind, usage, mainland, international, scenes, industry, purpose, status, version, is_default,
      (select authorised_until from authorisation_renewal r where r.account_id = s.account_id
        and r.signature_id = s.id) as renewed_until
    from signature s where account_id = $1 and id::text = $2`,
)
