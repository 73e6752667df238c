import type { RuleId } from '../rules.ts'

interface Issue {
  readonly input?: unknown
}

const isEmpty = ({ input }: Issue): boolean => input === undefined || input === ''

/** The error messages of a field: one rule where it is empty, another where its value does not fit. */
export const fieldErrors = (required: RuleId, wrong: RuleId) => ({
  error: (issue: Issue): RuleId => (isEmpty(issue) ? required : wrong),
})

/** The error message of an empty field alone. */
export const requiredError = (required: RuleId) => ({
  error: (issue: Issue): RuleId | undefined => (isEmpty(issue) ? required : undefined),
})
