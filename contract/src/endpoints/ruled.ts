import type { RuleId } from '../rules.ts'

interface Issue {
  readonly input?: unknown
}

const isEmpty = ({ input }: Issue): boolean => input === undefined || input === ''

/** What a schema says of a field: one rule where there is nothing in it, another where that does not fit. */
export const ruled = (required: RuleId, wrong: RuleId) => ({
  error: (issue: Issue): RuleId => (isEmpty(issue) ? required : wrong),
})

/** Words for a field with nothing in it alone. */
export const needed = (required: RuleId) => ({
  error: (issue: Issue): RuleId | undefined => (isEmpty(issue) ? required : undefined),
})
