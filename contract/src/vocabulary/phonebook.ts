/** The operators of a segment's conditions. Texts compare without case; numbers and dates by their value. */
export const conditionOperators = ['is', 'is_not', 'contains', 'begins', 'above', 'below', 'set', 'unset'] as const
export type ConditionOperator = (typeof conditionOperators)[number]
