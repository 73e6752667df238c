import { audienceProblems } from './broadcast.ts'

/** The operators of a segment's conditions. Texts compare without case; numbers and dates by their value. */
export const conditionOperators = ['is', 'is_not', 'contains', 'begins', 'above', 'below', 'set', 'unset'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

/** The fields of every contact that conditions may name, beside those of its phonebook. */
export const contactFields = ['$country', '$consent_source', '$created'] as const
export type ContactField = (typeof contactFields)[number]

/** The operators of each kind of field. */
export const fieldOperators = {
  own: conditionOperators,
  $country: ['is', 'is_not'],
  $consent_source: ['is', 'is_not', 'contains', 'begins', 'set', 'unset'],
  $created: ['is', 'above', 'below'],
} as const satisfies Record<ContactField | 'own', readonly ConditionOperator[]>

/** The problems of a file on its way into a phonebook. */
export const importProblems = [...audienceProblems, 'too_many_fields', 'phonebook_full'] as const
export type ImportProblem = (typeof importProblems)[number]
