import { subjectState } from '../../../audit/state.ts'

/**
 * A phonebook with its fields and segments, by the phonebook's id, which every call below it has. Numbers and values of
 * contacts are left out: the audit log outlives an erasure.
 */
export const phonebookAudit = subjectState(
  'phonebooks',
  `select p.name, p.contacts,
     (select string_agg(one.field ->> 'name', ', ' order by one.nr)
        from jsonb_array_elements(p.fields) with ordinality as one (field, nr)) as fields,
     (select jsonb_object_agg(s.name, jsonb_array_length(s.conditions)) from segment s
        where s.account_id = p.account_id and s.phonebook_id = p.id) as segment
   from phonebook p where p.account_id = $1 and p.id::text = $2 and p.removed_at is null`,
)
