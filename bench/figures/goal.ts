import { rounded, type Spread, spreadOf } from './spread.ts'
import { printColumns } from './table.ts'

/** A figure that has a goal. */
export interface Goal {
  readonly figure: string
  readonly unit: string
  readonly better: 'lower' | 'higher'
  readonly goal: number
  readonly aim?: number
  readonly floor?: number
  /** The reason why both sides of a ratio do not do the same work. */
  readonly notComparable?: string
}

export type Verdict =
  | 'not measured'
  | 'not comparable'
  | 'aim reached'
  | 'goal reached'
  | 'goal missed'
  | 'floor missed'

/** A goal with the median and range of the rounds; null where nothing was measured. */
export interface JudgedGoal extends Goal {
  readonly runs: Spread | null
  readonly verdict: Verdict
}

/** Compares the median of the rounds with a goal. Without rounds a goal is never reached. */
export function judge(goal: Goal, rounds: readonly number[]): JudgedGoal {
  if (rounds.length === 0) return { ...goal, runs: null, verdict: 'not measured' }
  const runs = spreadOf(rounds)
  return { ...goal, runs, verdict: verdictOn(goal, runs.median) }
}

function verdictOn({ better, aim, goal, floor, notComparable }: Goal, value: number): Verdict {
  const reaches = (bound: number): boolean => (better === 'lower' ? value <= bound : value >= bound)
  if (notComparable !== undefined) return 'not comparable'
  if (aim !== undefined && reaches(aim)) return 'aim reached'
  if (reaches(goal)) return 'goal reached'
  return floor === undefined || reaches(floor) ? 'goal missed' : 'floor missed'
}

export function printGoals(goals: readonly JudgedGoal[]): void {
  const bound = (better: Goal['better'], value: number | undefined): string =>
    value === undefined ? '–' : `${better === 'lower' ? '≤' : '≥'} ${value}`
  printColumns('Goals', [
    ['', 'median', 'range', '', 'goal', 'aim', 'floor', ''],
    ...goals.map(({ figure, unit, runs, better, goal, aim, floor, verdict, notComparable }) => [
      figure,
      runs === null ? '–' : String(rounded(runs.median)),
      runs === null ? '–' : `${rounded(runs.lowest)} – ${rounded(runs.highest)}`,
      unit,
      bound(better, goal),
      bound(better, aim),
      bound(better, floor),
      notComparable === undefined || verdict !== 'not comparable' ? verdict : `${verdict}: ${notComparable}`,
    ]),
  ])
}
