// Webhooks: requests and events a second and their processor time at batch 1 and 100; how late a live endpoint's events are
// beside endpoints that never answer; memory with many endpoints. Option: --only sending,fairness,memory. SCALE=full makes
// the long form.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { startHouse } from '../server/test/house.ts'
import { cpuSeconds } from './figures/cpu.ts'
import { judge, printGoals } from './figures/goal.ts'
import { rounded, spreadOf } from './figures/spread.ts'
import { printTable } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'
import { measureOurs } from './gateway/ours.ts'
import { writeRequests } from './load/requests.ts'
import { isAllDelivered, layBesideOthers, saveEndpoints, signInAsSender } from './webhooks/endpoints.ts'
import { startReceiver } from './webhooks/receiver.ts'

const FULL = process.env['SCALE'] === 'full'
const ROUNDS = 3
/** Seconds of load whose events are then sent. */
const FILL_SECONDS = FULL ? 20 : 2
const BATCHES = [1, 100]
/** Endpoints that never answer, and the events that wait for each. */
const DEAD = FULL ? 5_000 : 500
const DEAD_EVENTS = 5
const MANY = FULL ? 10_000 : 1_000
const MESSAGES_PER_SECOND = 40
const WATCH_SECONDS = FULL ? 30 : 10
const MEGABYTE = 1024 * 1024
const MOST_MEGABYTES = 100
const POLL_EVERY = 50

const { only = 'sending,fairness,memory' } = parseArgs({ options: { only: { type: 'string' } } }).values
const chosen = only.split(',')

interface SendRun {
  readonly batch: number
  readonly events: number
  readonly requests: number
  readonly seconds: number
  /** Seconds of processor time for 10,000 events. */
  readonly serverCpu: number
  readonly postgresCpu: number
}

const house = await startHouse({ balance: '1000000', sinkDelay: 0 })
const receiver = await startReceiver()
const address = (page: string): string => `http://127.0.0.1:${receiver.port}/${page}`
const owner = await signInAsSender(house)

const cpu = () => {
  const { server, postgres } = house.processes()
  return { server: cpuSeconds([server]), postgres: cpuSeconds(postgres) }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(POLL_EVERY)
}

/** Lets events wait for an endpoint that is disabled, then enables it and follows them to their end. */
async function measureSending(batch: number, round: number): Promise<SendRun> {
  const [id = ''] = await saveEndpoints(owner, [address('ok')], batch)
  await house.rows('update webhook_endpoint set disabled_at = now()')
  await measureOurs(house, 'bulk', { round, seconds: FILL_SECONDS, connections: 8 })
  await house.rows('vacuum (analyze) webhook_due')
  await receiver.restart()
  const [before, started] = [cpu(), Date.now()]
  await owner.call('POST', `/plugins/sms-dlr/${id}/enable`, { body: {} })
  await until(() => isAllDelivered(house))
  const after = cpu()
  const { messages: events, requests, lastAt } = await receiver.restart()
  await saveEndpoints(owner, [], 1)
  const perTenThousand = (seconds: number): number => (seconds / events) * 10_000
  return {
    batch,
    events,
    requests,
    seconds: (lastAt - started) / 1000,
    serverCpu: perTenThousand(after.server - before.server),
    postgresCpu: perTenThousand(after.postgres - before.postgres),
  }
}

const requestsFile = path.join(tmpdir(), `hongyan-webhook-requests-${process.pid}`)

/** Sends messages at a steady pace. Returns the latencies of their events in milliseconds. */
async function latenciesOf(): Promise<{ readonly p50: number; readonly p99: number; readonly events: number }> {
  await receiver.restart()
  const program = path.resolve(import.meta.dirname, '../node_modules/.bin/tsx')
  const paced = path.join(import.meta.dirname, 'load/paced.ts')
  const child = spawn(program, [paced, house.address(), String(MESSAGES_PER_SECOND), requestsFile], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  await sleep(WATCH_SECONDS * 1000)
  child.stdin.end()
  await once(child, 'close')
  await until(async () => {
    const [row] = await house.rows<{ waits: boolean }>(
      `select exists (select from message where status in (0, 3)) or exists (
         select from webhook_due d join webhook_endpoint e on e.id = d.endpoint_id where e.url like '%/timed') as waits`,
    )
    return row?.waits === false
  })
  await sleep(1_000)
  const { latencies } = await receiver.restart()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), events: sorted.length }
}

interface BesideRun {
  readonly quiet: { readonly p50: number; readonly p99: number; readonly events: number }
  readonly beside: { readonly p50: number; readonly p99: number; readonly events: number }
}

async function measureBeside(): Promise<BesideRun> {
  await saveEndpoints(owner, [address('timed')], 1)
  const quiet = await latenciesOf()
  const urls = Array.from({ length: DEAD }, (_, nr) => (nr % 2 === 0 ? address('hang') : 'http://127.0.0.1:1/'))
  const clear = await layBesideOthers(house, urls, DEAD_EVENTS)
  // All that may be under way begins within the first rounds.
  await sleep(2_000)
  const beside = await latenciesOf()
  await clear()
  await saveEndpoints(owner, [], 1)
  return { quiet, beside }
}

/** Memory of the server in MB. */
function memory(): number {
  const status = readFileSync(`/proc/${house.server.pid()}/status`, 'utf8')
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / MEGABYTE
}

/** The most memory while every second of many endpoints is dead and the others get their events. */
async function measureMany(): Promise<{ readonly before: number; readonly peak: number }> {
  const before = memory()
  const urls = Array.from({ length: MANY }, (_, nr) => address(nr % 2 === 0 ? 'hang' : 'ok'))
  const clear = await layBesideOthers(house, urls, 2)
  let peak = 0
  const deadline = Date.now() + WATCH_SECONDS * 2 * 1000
  while (Date.now() < deadline) {
    peak = Math.max(peak, memory())
    await sleep(POLL_EVERY)
  }
  await clear()
  return { before, peak }
}

async function main(): Promise<void> {
  writeRequests(requestsFile, {
    credentials: house.credentials.slice(0, 1),
    signed: false,
    recipients: 1,
    count: 10_000,
  })
  const many = chosen.includes('memory') ? await measureMany() : null
  if (chosen.includes('sending')) await measureSending(100, 0)
  const sends: SendRun[] = []
  const besides: BesideRun[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const batch of chosen.includes('sending') ? BATCHES : []) sends.push(await measureSending(batch, round))
    if (chosen.includes('fairness')) besides.push(await measureBeside())
    console.log(`round ${round} of ${ROUNDS}`)
  }
  for (const batch of BATCHES) {
    const runs = sends.filter((run) => run.batch === batch)
    const line = (figure: string, unit: string, of: (run: SendRun) => number) => ({
      figure,
      unit,
      runs: spreadOf(runs.map(of)),
    })
    printTable(`batch ${batch}`, [
      line('events', 'events/s', ({ events, seconds }) => events / seconds),
      line('requests', 'requests/s', ({ requests, seconds }) => requests / seconds),
      line('CPU of the server', 's for 10,000 events', ({ serverCpu }) => serverCpu),
      line('CPU of PostgreSQL', 's for 10,000 events', ({ postgresCpu }) => postgresCpu),
      line('events sent', '', ({ events }) => events),
    ])
  }
  const line = (figure: string, of: (run: BesideRun) => number) => ({
    figure,
    unit: 'ms',
    runs: spreadOf(besides.map(of)),
  })
  printTable(`events of a live endpoint, ${MESSAGES_PER_SECOND} a second`, [
    line('alone, p50', ({ quiet }) => quiet.p50),
    line('alone, p99', ({ quiet }) => quiet.p99),
    line(`beside ${DEAD} dead endpoints, p50`, ({ beside }) => beside.p50),
    line(`beside ${DEAD} dead endpoints, p99`, ({ beside }) => beside.p99),
  ])
  const goals = [
    judge(
      { figure: 'p99 beside dead endpoints, over 1.5 × alone', unit: 'ms', better: 'lower', goal: 20 },
      besides.map(({ quiet, beside }) => beside.p99 - 1.5 * quiet.p99),
    ),
    judge(
      { figure: `memory with ${MANY} endpoints`, unit: 'MB more', better: 'lower', goal: MOST_MEGABYTES },
      many === null ? [] : [many.peak - many.before],
    ),
  ]
  printGoals(goals)
  const median = (batch: number, of: (run: SendRun) => number): number =>
    rounded(spreadOf(sends.filter((run) => run.batch === batch).map(of)).median)
  const rate = ({ events, seconds }: SendRun): number => events / seconds
  const total = ({ serverCpu, postgresCpu }: SendRun): number => serverCpu + postgresCpu
  const figures = {
    events_per_s_batch_1: median(1, rate),
    events_per_s_batch_100: median(100, rate),
    cpu_s_per_10k_batch_1: median(1, total),
    cpu_s_per_10k_batch_100: median(100, total),
    p99_ms: rounded(spreadOf(besides.map(({ quiet }) => quiet.p99)).median),
    p99_beside_ms: rounded(spreadOf(besides.map(({ beside }) => beside.p99)).median),
    memory_mb: many === null ? null : rounded(many.peak - many.before),
  }
  writeWitness('webhooks', { figures, goals, rounds: ROUNDS, dead: DEAD, endpoints: MANY, sends, besides, many })
  console.log(JSON.stringify(figures))
}

try {
  await main()
} finally {
  rmSync(requestsFile, { force: true })
  receiver.stop()
  await house.close()
}
