import { type Goal, judge, type JudgedGoal } from '../figures/goal.ts'
import { type Run, totalCpu } from './run.ts'

/** A goal, and its figure in each round; a round without one of the runs that it needs has none. */
interface RoundGoal extends Goal {
  readonly of: (round: Round) => number | null
}

/** The runs of one round, by kind. */
type Round = ReadonlyMap<string, Run>

const figureOf =
  (kind: string, figure: (run: Run) => number) =>
  (round: Round): number | null => {
    const run = round.get(kind)
    return run === undefined ? null : figure(run)
  }

const ratioOf =
  (kind: string, other: string, figure: (run: Run) => number) =>
  (round: Round): number | null => {
    const [run, base] = [round.get(kind), round.get(other)]
    return run === undefined || base === undefined ? null : figure(run) / figure(base)
  }

/** Settling is the part of `loop` that `single` does not have. */
function settleRatio(round: Round): number | null {
  const [collected, loop, single] = ['collected', 'loop', 'single'].map((kind) => round.get(kind))
  if (collected === undefined || loop === undefined || single === undefined) return null
  return (totalCpu(collected) - totalCpu(single)) / (totalCpu(loop) - totalCpu(single))
}

const rate = ({ perSecond }: Run): number => perSecond
const p50 = ({ p50Millis }: Run): number => p50Millis
const cpu = { unit: 'µs CPU a message', better: 'lower' } as const

/** The goal for our rate of hand-overs as a share of Kannel's. */
export const RATE_BESIDE_KANNEL = 'rate of single, handed over'

const goals: readonly RoundGoal[] = [
  { figure: 'to the last receipt', ...cpu, goal: 300, aim: 220, floor: 450, of: figureOf('loop', totalCpu) },
  { figure: 'single, handed over', ...cpu, goal: 200, aim: 140, floor: 350, of: figureOf('single', totalCpu) },
  { figure: 'bulk, handed over', ...cpu, goal: 90, aim: 60, floor: 130, of: figureOf('bulk', totalCpu) },
  { figure: 'single, response p50', unit: 'ms', better: 'lower', goal: 11, aim: 7, of: figureOf('single', p50) },
  {
    figure: RATE_BESIDE_KANNEL,
    unit: "of Kannel's",
    better: 'higher',
    goal: 0.5,
    aim: 1,
    of: ratioOf('single', 'kannel', rate),
  },
  {
    figure: 'rate to the last receipt',
    unit: "of Kannel's",
    better: 'higher',
    goal: 1,
    aim: 2,
    notComparable: 'ours has no SMPP and no callbacks yet',
    of: ratioOf('loop', 'kannel-receipts', rate),
  },
  {
    figure: '100,000 waiting',
    unit: 'of the CPU of single',
    better: 'lower',
    goal: 1.1,
    of: ratioOf('waiting', 'single', totalCpu),
  },
  {
    figure: '300,000 deferred',
    unit: 'of the CPU of single',
    better: 'lower',
    goal: 1.1,
    of: ratioOf('deferred', 'single', totalCpu),
  },
  {
    figure: 'guarded, handed over',
    unit: 'of the rate of single',
    better: 'higher',
    goal: 0.8,
    of: ratioOf('guarded-single', 'single', rate),
  },
  {
    figure: 'guarded, to the last receipt',
    unit: 'of the rate of loop',
    better: 'higher',
    goal: 0.85,
    of: ratioOf('guarded', 'loop', rate),
  },
  {
    figure: 'webhook, batch 100',
    unit: 'of the rate of loop',
    better: 'higher',
    goal: 0.85,
    of: ratioOf('webhook', 'loop', rate),
  },
  {
    figure: 'events collected',
    unit: 'of the CPU of receipts',
    better: 'lower',
    goal: 1.1,
    of: settleRatio,
  },
]

/** Judges the rounds. A ratio compares the runs of one round, which are minutes apart. */
export function judged(runs: readonly Run[]): readonly JudgedGoal[] {
  const rounds = new Map<number, Map<string, Run>>()
  for (const run of runs) {
    const round = rounds.get(run.round) ?? new Map<string, Run>()
    rounds.set(run.round, round.set(run.kind, run))
  }
  return goals.map(({ of, ...goal }) =>
    judge(
      goal,
      [...rounds.values()].flatMap((round) => of(round) ?? []),
    ),
  )
}
