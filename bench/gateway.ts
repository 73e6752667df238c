// The cost and rate of messages that are accepted, handed over and reported on, through real HTTP, a real database and a
// sink outside, beside Kannel where it is installed. Options: --only <kind>,<kind>. SCALE=full makes the long form.
import { parseArgs } from 'node:util'
import { startHouse } from '../server/test/house.ts'
import { durableSettings } from './figures/durability.ts'
import { fsyncMicros } from './figures/fsync.ts'
import { type JudgedGoal, printGoals } from './figures/goal.ts'
import { rounded, type Spread, spreadOf } from './figures/spread.ts'
import { type Line, printTable } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'
import { WAITING_ACCOUNTS, WAITING_RATE } from './gateway/beside.ts'
import { judged, RATE_BESIDE_KANNEL } from './gateway/goals.ts'
import { type KindName, kinds, type PeerKindName, peerKinds } from './gateway/kinds.ts'
import { measureOurs } from './gateway/ours.ts'
import { type Run, totalCpu } from './gateway/run.ts'
import { untilSteady } from './gateway/steady.ts'
import { measureKannel } from './gateway/theirs.ts'
import { loadProgram } from './load/play.ts'
import { kannelVersion } from './peers/kannel.ts'

/** The long form measures each kind for 100 s in all. */
const { ROUNDS, SECONDS } = process.env['SCALE'] === 'full' ? { ROUNDS: 5, SECONDS: 20 } : { ROUNDS: 3, SECONDS: 4 }
const CONNECTIONS = 48
const MOST_BURSTS = 10

const ourNames = Object.keys(kinds) as KindName[] // its own keys
const peerNames = Object.keys(peerKinds) as PeerKindName[] // its own keys
const isOurs = (name: string): name is KindName => ourNames.some((known) => known === name)
const isPeers = (name: string): name is PeerKindName => peerNames.some((known) => known === name)

/** The kinds of the command line, else all. Kannel's are left out where it is not installed. */
function chosenKinds(): readonly (KindName | PeerKindName)[] {
  const all = [...ourNames, ...peerNames]
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  const words = only?.split(',') ?? all
  const unknown = words.filter((word) => !all.some((name) => name === word))
  if (unknown.length > 0) throw new Error(`There is no kind "${unknown.join('", "')}". Kinds: ${all.join(', ')}.`)
  return all.filter((name) => words.includes(name) && (isOurs(name) || kannelVersion !== null))
}

const chosen = chosenKinds()
const house = await startHouse({
  balance: '100000000',
  sinkDelay: 0,
  accounts: [
    ...Array.from({ length: kinds.many.accounts }, () => 0),
    ...Array.from({ length: WAITING_ACCOUNTS }, () => WAITING_RATE),
  ],
})

const measure = (name: KindName | PeerKindName, round: number): Promise<Run> => {
  const choice = { round, seconds: SECONDS, connections: CONNECTIONS }
  return isPeers(name) ? measureKannel(name, choice) : measureOurs(house, name, choice)
}

/** Plays bursts until processor time per message no longer falls. Returns that of each burst. */
const warmUp = (): Promise<readonly number[]> =>
  untilSteady(async () => {
    for (const name of chosen) if (name === 'bulk' || name === 'hmac') await measure(name, 0)
    return totalCpu(await measure('loop', 0))
  }, MOST_BURSTS)

async function main(): Promise<void> {
  const settings = await durableSettings(house)
  const fsync = fsyncMicros()
  const warmedUp = chosen.some(isOurs) ? await warmUp() : []
  const runs: Run[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const name of chosen) {
      const run = await measure(name, round)
      console.log(`round ${round} of ${ROUNDS}: ${name}, ${rounded(totalCpu(run))} µs a message`)
      runs.push(run)
    }
  }
  for (const name of chosen) printTable(titleOf(name), linesOf(runs.filter(({ kind }) => kind === name)))
  if (kannelVersion === null) console.log('Kannel is not installed (bearerbox, smsbox), so its figures are null.')
  const goals = judged(runs)
  printGoals(goals)
  const figures = summary(runs, goals, fsync)
  const peers = { kannel: kannelVersion === null ? null : { version: kannelVersion, kinds: peerKinds } }
  const conditions = { load: loadProgram, connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS, warmedUp }
  writeWitness('gateway', { figures, goals, ...conditions, kinds, peers, postgres: settings, runs })
  console.log(JSON.stringify(figures))
}

const titleOf = (name: KindName | PeerKindName): string =>
  `${isPeers(name) ? peerKinds[name].title : kinds[name].title}, ${CONNECTIONS} connections`

function linesOf(runs: readonly Run[]): readonly Line[] {
  const line = (figure: string, unit: string, of: (run: Run) => number): Line => ({
    figure,
    unit,
    runs: spreadOf(runs.map(of)),
  })
  const programs = Object.keys(runs[0]?.cpu ?? {})
  return [
    line('CPU of all processes', 'µs a message', totalCpu),
    ...programs.map((program) => line(`CPU of ${program}`, 'µs a message', ({ cpu }) => cpu[program] ?? 0)),
    line('finished', 'messages/s', ({ perSecond }) => perSecond),
    line('response, p50', 'ms', ({ p50Millis }) => p50Millis),
    line('response, p99', 'ms', ({ p99Millis }) => p99Millis),
    line('messages accepted', '', ({ accepted }) => accepted),
    line('messages finished', '', ({ finished }) => finished),
    line('failed requests', '', ({ failed }) => failed),
  ]
}

/** Null is not measured. A rate beside Kannel's is a figure only where both sides do the same work. */
function summary(runs: readonly Run[], goals: readonly JudgedGoal[], fsync: number) {
  const spread = (kind: string, figure: (run: Run) => number): Spread =>
    spreadOf(runs.filter((run) => run.kind === kind).map(figure))
  const median = (kind: string, figure: (run: Run) => number): number => rounded(spread(kind, figure).median)
  const perSecond = (run: Run): number => run.perSecond
  const besideKannel = goals.find(({ figure }) => figure === RATE_BESIDE_KANNEL)?.runs ?? null
  return {
    loop_cpu_us: median('loop', totalCpu),
    loop_per_s: median('loop', perSecond),
    loop_vs_kannel_postgres: null,
    loop_vs_kannel_memory: null,
    accept_vs_kannel: besideKannel === null ? null : rounded(besideKannel.median),
    bulk_per_s: median('bulk', perSecond),
    cpu_s_per_10k: rounded(median('loop', totalCpu) / 100),
    p99_ms: median('single', ({ p99Millis }) => p99Millis),
    fsync_us: fsync,
  }
}

try {
  await main()
} finally {
  await house.close()
}
