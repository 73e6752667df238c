// Queries of the log of messages and its totals over HTTP, beside as many messages of other accounts, and the processor
// time of sending before and after the tables are full. Option: --rows <messages of the account>.
import { setTimeout as sleep } from 'node:timers/promises'
import { type HouseOwner, signInTo } from '../server/test/house-owner.ts'
import { startHouse } from '../server/test/house.ts'
import { cpuSeconds } from './figures/cpu.ts'
import { judge, printGoals } from './figures/goal.ts'
import { rounded, spreadOf } from './figures/spread.ts'
import { printColumns } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'
import { measureOurs } from './gateway/ours.ts'
import { type Run, totalCpu } from './gateway/run.ts'
import { untilSteady } from './gateway/steady.ts'
import { type Account, BROADCAST, fill, NUMBER, readAccount, TEMPLATE } from './read/filled.ts'
import { plansOf } from './read/plans.ts'

const isFull = process.env['SCALE'] === 'full'
const option = process.argv.indexOf('--rows')
const ROWS = option === -1 ? (isFull ? 10_000_000 : 100_000) : Number(process.argv[option + 1])
const OTHERS = 4
/** One pause of the server must not be the twentieth part of a query's calls. */
const CALLS = isFull ? 400 : 40
/** Calls of each query that are not measured: the first ones compile code and open connections. */
const WARM_UP = 5
const BURSTS = 5
const MOST_BURSTS = 15
/** The part of a processor that the idle server and PostgreSQL use at most, over as many milliseconds. */
const IDLE = { share: 0.1, millis: 3000 }
const GOAL_MILLIS = 50
const GOAL_SUMMARY = 5
const GOAL_COST = 1.2
/** Messages whose ids are looked for in turn. */
const SAMPLE = 16

const house = await startHouse({ balance: '1000000', sinkDelay: 0, accounts: Array.from({ length: OTHERS }, () => 0) })

/**
 * Sends bursts of messages and follows each to its last receipt. It waits for the work that writing the tables caused,
 * such as autovacuum and the count of a closed day's recipients: no message causes that work. The first bursts write
 * whole pages of indexes, as PostgreSQL does once after each checkpoint; those that count begin when costs are steady.
 */
async function sendBursts(): Promise<readonly Run[]> {
  await untilIdle()
  const burst = (round: number): Promise<Run> => measureOurs(house, 'loop', { round, seconds: 4, connections: 48 })
  await untilSteady(async () => totalCpu(await burst(0)), MOST_BURSTS)
  const runs: Run[] = []
  for (let round = 1; round <= BURSTS; round += 1) runs.push(await burst(round))
  return runs
}

async function untilIdle(): Promise<void> {
  for (;;) {
    const before = cpuOfHouse()
    await sleep(IDLE.millis)
    if (cpuOfHouse() - before < (IDLE.share * IDLE.millis) / 1000) return
  }
}

/** The median processor time of a message from its request to its last receipt, in microseconds. */
const costOf = (runs: readonly Run[]): number => spreadOf(runs.map(totalCpu)).median

/** The named queries, each with a parameter that differs from call to call where it has many values. */
function queriesOf({ credentials }: Account, ids: readonly string[]): Readonly<Record<string, (nr: number) => string>> {
  return {
    newest: () => '',
    recipient: () => `recipient=${encodeURIComponent(NUMBER)}`,
    'last four digits': (nr) => `recipient=${String((nr * 7919) % 10_000).padStart(4, '0')}`,
    'message id': (nr) => `ref=${ids[nr % ids.length] ?? ''}`,
    clientRef: (nr) => `ref=order-${1 + ((nr * 7919) % ROWS)}`,
    failed: () => 'status=9',
    'undelivered by country': () => 'status=5&country=GB',
    template: () => `template=${TEMPLATE}`,
    credential: (nr) => `credential=${credentials[nr % credentials.length] ?? ''}`,
    broadcast: () => `broadcast=${BROADCAST}`,
    'error code': () => 'error=carrier_rejected',
    'billed but undelivered': () => 'billed_undelivered=true',
  }
}

interface Measured {
  readonly query: string
  /** The most messages of a reply; 0 for totals. */
  readonly rows: number
  readonly p50: number
  readonly p95: number
  /** Milliseconds of processor time of server and PostgreSQL for a call. */
  readonly cpu: number
}

const cpuOfHouse = (): number => {
  const { server, postgres } = house.processes()
  return cpuSeconds([server, ...postgres])
}

async function measure(query: string, place: (nr: number) => string, owner: HouseOwner): Promise<Measured> {
  const millis: number[] = []
  let before = cpuOfHouse()
  let rows = 0
  for (let nr = -WARM_UP; nr < CALLS; nr += 1) {
    if (nr === 0) before = cpuOfHouse()
    const started = performance.now()
    const response = await owner.call('GET', `/sms/messages${place(nr + WARM_UP)}`)
    const found: unknown = await response.json()
    if (nr >= 0) millis.push(performance.now() - started)
    if (response.status !== 200) throw new Error(`${query} answered ${response.status}`)
    rows = Math.max(rows, Array.isArray(found) ? found.length : 0)
  }
  const sorted = millis.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  return { query, rows, p50: at(0.5), p95: at(0.95), cpu: ((cpuOfHouse() - before) / CALLS) * 1000 }
}

async function main(): Promise<void> {
  const before = await sendBursts()
  const account = await readAccount(house)
  // They would double the messages of the day, which the queries search.
  await house.rows('delete from message where account_id = $1', [account.id])
  const started = performance.now()
  await fill(house, account, ROWS)
  console.log(`wrote 2 x ${ROWS} messages in ${Math.round((performance.now() - started) / 1000)} s`)
  const sample = await house.rows<{ id: string }>(
    `select id from message where account_id = $1 and client_ref like 'order-%' limit ${SAMPLE}`,
    [account.id],
  )
  const owner = await signInTo(house, 'sender@example.com')
  const queries = Object.entries(
    queriesOf(
      account,
      sample.map(({ id }) => id),
    ),
  )
  const measured: Measured[] = []
  for (const [query, search] of queries) measured.push(await measure(query, (nr) => `?${search(nr)}`, owner))
  const totals = await measure('totals', () => '/summary', owner)
  printColumns(`the log of messages, 2 x ${ROWS} rows, ${CALLS} calls each`, [
    ['', 'p50', 'p95', 'CPU', '', 'rows'],
    ...[...measured, totals].map(({ query, p50, p95, cpu, rows }) => [
      query,
      ...[p50, p95, cpu].map((millis) => String(rounded(millis))),
      'ms',
      String(rows),
    ]),
  ])
  const after = await sendBursts()
  const ratio = costOf(after) / costOf(before)
  const slowest = measured.reduce((worst, { p95 }) => Math.max(worst, p95), 0)
  const goals = [
    judge({ figure: 'slowest query, p95', unit: 'ms', better: 'lower', goal: GOAL_MILLIS }, [slowest]),
    judge({ figure: 'totals, p95', unit: 'ms', better: 'lower', goal: GOAL_SUMMARY }, [totals.p95]),
    judge({ figure: 'cost of a message, full / empty', unit: 'x', better: 'lower', goal: GOAL_COST }, [ratio]),
  ]
  printGoals(goals)
  const missed = queries.filter((_, nr) => (measured[nr]?.p95 ?? 0) > GOAL_MILLIS)
  const plans = await plansOf(house.databaseUrl, account.id, Object.fromEntries(missed))
  for (const [query, lines] of Object.entries(plans)) console.log([`plan of: ${query}`, ...lines, ''].join('\n'))
  const figures = {
    rows: ROWS,
    slowest_p95_ms: rounded(slowest),
    totals_p95_ms: rounded(totals.p95),
    message_before_us: rounded(costOf(before)),
    message_after_us: rounded(costOf(after)),
    cost_ratio: rounded(ratio),
  }
  const sent = { before: before.map(({ cpu }) => cpu), after: after.map(({ cpu }) => cpu) }
  writeWitness('read', { figures, goals, queries: measured, totals, plans, cpu_of_a_message_us: sent })
  console.log(JSON.stringify(figures))
}

try {
  await main()
} finally {
  await house.close()
}
