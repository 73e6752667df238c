// Exports of an account's messages in each format: rows a second, processor time and memory, each alone on the server.
// Option: --rows <messages of the account>.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY } from '@hongyan/contract/durations'
import { columnsOf, type ExportFormat } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { orderExport } from '../server/test/exports.ts'
import { type HouseOwner, signInTo } from '../server/test/house-owner.ts'
import { startHouse } from '../server/test/house.ts'
import { cpuSeconds } from './figures/cpu.ts'
import { judge, printGoals } from './figures/goal.ts'
import { rounded, spreadOf } from './figures/spread.ts'
import { printColumns } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'
import { measureOurs } from './gateway/ours.ts'
import { fill, readAccount } from './read/filled.ts'
import { DAYS } from './read/fill.ts'

const option = process.argv.indexOf('--rows')
const ROWS = option === -1 ? (process.env['SCALE'] === 'full' ? 1_000_000 : 100_000) : Number(process.argv[option + 1])
const ROUNDS = 3
const POLL_EVERY = 50
const GOAL_ROWS = 40_000
const GOAL_MEGABYTES = 150
const MEGABYTE = 1024 * 1024

interface Kind {
  readonly format: ExportFormat
  readonly gzip: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  csv: { format: 'csv', gzip: false },
  'csv.gz': { format: 'csv', gzip: true },
  jsonl: { format: 'jsonl', gzip: false },
  xlsx: { format: 'xlsx', gzip: false },
}

interface Run {
  readonly kind: string
  readonly rows: number
  readonly bytes: number
  readonly seconds: number
  /** Seconds of processor time for 10,000 rows. */
  readonly serverCpu: number
  readonly postgresCpu: number
  /** Memory of the server in MB before, and at its highest. */
  readonly memoryBefore: number
  readonly memoryPeak: number
}

const house = await startHouse({ balance: '1000000', sinkDelay: 0 })

/** Memory of the server in MB: `VmRSS` now, `VmHWM` at its highest. */
function memory(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${house.server.pid()}/status`, 'utf8')
  const kilobytes = new RegExp(String.raw`^${field}:\s+(\d+) kB$`, 'm').exec(status)?.[1]
  return (Number(kilobytes) * 1024) / MEGABYTE
}

/** Begins a new highest value (proc(5)). */
const forgetPeak = (): void => writeFileSync(`/proc/${house.server.pid()}/clear_refs`, '5')

const cpu = () => {
  const { server, postgres } = house.processes()
  return { server: cpuSeconds([server]), postgres: cpuSeconds(postgres) }
}

/** All messages, with the columns that an export has unless its owner chooses others. */
function order(owner: HouseOwner, kind: Kind): Promise<string> {
  const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
  const columns = [...columnsOf('messages')].flatMap(([name, column]) => (column.extra ? [] : [name]))
  const days = { from: dayOf(Date.now() - (DAYS + 1) * DAY), to: dayOf(Date.now() + DAY) }
  return orderExport(owner, { ...days, columns, ...kind, zone: 'America/New_York' })
}

interface Row {
  readonly status: ExportJobStatus
  readonly rows: bigint
  readonly size: bigint
}

async function ended(id: string): Promise<Row> {
  for (;;) {
    const [row] = await house.rows<Row & Record<string, unknown>>(
      'select status, rows, size from export where id = $1',
      [id],
    )
    if (row?.status === ExportJobStatus.Finished) return row
    if (row?.status === ExportJobStatus.Failed) throw new Error('the export failed')
    await sleep(POLL_EVERY)
  }
}

async function measure(kind: string, choice: Kind, owner: HouseOwner): Promise<Run> {
  forgetPeak()
  const [memoryBefore, before, started] = [memory('VmRSS'), cpu(), performance.now()]
  const { rows, size } = await ended(await order(owner, choice))
  const [seconds, after] = [(performance.now() - started) / 1000, cpu()]
  const each = (spent: number): number => (spent / Number(rows)) * 10_000
  return {
    kind,
    rows: Number(rows),
    bytes: Number(size),
    seconds,
    serverCpu: each(after.server - before.server),
    postgresCpu: each(after.postgres - before.postgres),
    memoryBefore,
    memoryPeak: memory('VmHWM'),
  }
}

async function main(): Promise<void> {
  await measureOurs(house, 'loop', { round: 1, seconds: 2, connections: 4 })
  await fill(house, await readAccount(house), ROWS)
  const owner = await signInTo(house, 'sender@example.com')
  const runs: Run[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, choice] of Object.entries(kinds)) runs.push(await measure(kind, choice, owner))
  }
  const rate = ({ rows, seconds }: Run): number => rows / seconds
  const of = (name: string, figure: (run: Run) => number): readonly number[] =>
    runs.filter(({ kind }) => kind === name).map(figure)
  const median = (name: string, figure: (run: Run) => number): string =>
    String(rounded(spreadOf(of(name, figure)).median))
  const grown = ({ memoryBefore, memoryPeak }: Run): number => memoryPeak - memoryBefore
  printColumns(`exports of ${ROWS} messages, medians of ${ROUNDS}`, [
    ['', 'rows/s', 'server', 'PostgreSQL', '', 'memory', 'grown', '', 'file', ''],
    ...Object.keys(kinds).map((name) => [
      name,
      ...[rate, (run: Run) => run.serverCpu, (run: Run) => run.postgresCpu].map((figure) => median(name, figure)),
      's / 10k rows',
      ...[(run: Run) => run.memoryPeak, grown].map((figure) => median(name, figure)),
      'MB',
      median(name, ({ bytes }) => bytes / MEGABYTE),
      'MB',
    ]),
  ])
  const most = Math.max(...runs.map(grown))
  const goals = [
    judge({ figure: 'csv', unit: 'rows/s', better: 'higher', goal: GOAL_ROWS }, of('csv', rate)),
    judge({ figure: 'memory of an export, most', unit: 'MB', better: 'lower', goal: GOAL_MEGABYTES }, [most]),
  ]
  printGoals(goals)
  const figures = { rows: ROWS, export_rows_per_s: Number(median('csv', rate)), grown_mb: rounded(most) }
  writeWitness('exports', { figures, goals, runs })
  console.log(JSON.stringify(figures))
}

try {
  await main()
} finally {
  await house.close()
}
