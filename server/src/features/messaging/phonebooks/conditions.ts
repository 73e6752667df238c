import type { SegmentCondition } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { RuleId } from '@hongyan/contract/rules'
import { type ContactField, contactFields, fieldOperators } from '@hongyan/contract/vocabulary/phonebook'
import { z } from 'zod'
import type { PhonebookField, StoredCondition } from '../../../db/schema/phonebooks.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { fieldNamed } from './fields.ts'

const isContactField = (field: string): field is ContactField => contactFields.some((known) => known === field)

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/
const COUNTRY = /^[A-Z]{2}$/

const isDate = (value: string): boolean => z.iso.date().safeParse(value).success

/** The rule that a condition's value breaks; null where it fits. */
function brokenRule(kind: ContactField | 'own', { operator, value }: SegmentCondition): RuleId | null {
  if (operator === 'set' || operator === 'unset') return null
  if (kind === '$country') return COUNTRY.test(value) ? null : 'cap_country'
  if (kind === '$created') return isDate(value) ? null : 'condition_date'
  if (operator === 'above' || operator === 'below') {
    return NUMBER.test(value) || isDate(value) ? null : 'condition_amount'
  }
  return value === '' ? 'condition_value' : null
}

/** Checks conditions and names their fields by key. Throws at the first condition that is wrong. */
export const storedConditions = (
  fields: readonly PhonebookField[],
  conditions: readonly SegmentCondition[],
): readonly StoredCondition[] =>
  conditions.map((condition, index) => {
    const { field, operator } = condition
    const value = condition.value.trim()
    const kind = isContactField(field) ? field : 'own'
    const operators: readonly string[] = fieldOperators[kind]
    const key = kind === 'own' ? fieldNamed(fields, field)?.key : field
    if (key === undefined) throw new Refusal('field_unknown', { field })
    if (!operators.includes(operator)) {
      throw new Refusal('invalid_request', { field: `conditions[${index}].operator`, rule: 'condition_operator' })
    }
    const rule = brokenRule(kind, { ...condition, value })
    if (rule !== null) throw new Refusal('invalid_request', { field: `conditions[${index}].value`, rule })
    return { field: key, operator, value: operator === 'set' || operator === 'unset' ? '' : value }
  })

/** Conditions as the owner reads them. */
export const namedConditions = (
  fields: readonly PhonebookField[],
  conditions: readonly StoredCondition[],
): SegmentCondition[] =>
  conditions.map(({ field, ...rest }) => ({
    ...rest,
    field: fields.find(({ key }) => key === field)?.name ?? field,
  }))
