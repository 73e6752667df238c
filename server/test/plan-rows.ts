/** A step of an analyzed plan, as `explain (analyze, format json)` writes it. */
export interface Step {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Step[]
}

/** The most rows that any step of a plan read. */
export const mostRows = (step: Step): number =>
  Math.max(step['Actual Rows'] * step['Actual Loops'], ...(step.Plans ?? []).map(mostRows))
