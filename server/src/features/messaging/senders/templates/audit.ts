import { subjectState } from '../../../../audit/state.ts'

export const templateAudit = subjectState(
  'templates',
  `select t.code, t.serving, v.version, v.name, v.scene, v.language, v.content, v.signature_id, v.industry, v.usage_note,
      v.variables, v.status
    from template t join template_version v on v.account_id = t.account_id and v.template_id = t.id and v.is_newest
    where t.account_id = $1 and t.id::text = $2`,
)
