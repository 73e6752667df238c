import { subjectState } from '../../../../audit/state.ts'

export const signatureAudit = subjectState(
  'signatures',
  `select name, kind, usage, mainland, international, scenes, industry, purpose, status, version, is_default
    from signature where account_id = $1 and id::text = $2`,
)
