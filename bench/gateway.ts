// How fast messages are accepted, handed over and reported on, through real HTTP, a real database and a sink outside.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type House, startHouse } from '../server/test/house.ts'
import { cpuSeconds } from './figures/cpu.ts'
import { durableSettings } from './figures/durability.ts'
import { fsyncMicros } from './figures/fsync.ts'
import { rounded, type Spread, spreadOf } from './figures/spread.ts'
import { printTable } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'
import { loadProgram, type Played, play } from './load/play.ts'
import { writeRequests } from './load/requests.ts'

const RUNS = 5
const SECONDS = process.env['SCALE'] === 'full' ? 20 : 4
const CONNECTIONS = 48
/** More than any machine of ours gets through. */
const MOST_PER_SECOND = 20_000

interface Kind {
  readonly signed: boolean
  readonly recipients: number
  /** Whether receipts come back during the run. */
  readonly receipts: boolean
}

const kinds = {
  simple: { signed: false, recipients: 1, receipts: false },
  hmac: { signed: true, recipients: 1, receipts: false },
  bulk: { signed: false, recipients: 100, receipts: false },
  loop: { signed: false, recipients: 1, receipts: true },
} as const satisfies Record<string, Kind>
type KindName = keyof typeof kinds

interface Run extends Played {
  readonly kind: KindName
  readonly messages: number
  readonly acceptPerSecond: number
  /** From the first request until the sink had everything. */
  readonly handOverPerSecond: number
  /** From the first request until every receipt was written down. */
  readonly loopPerSecond: number
  readonly serverCpuPer10k: number
  readonly postgresCpuPer10k: number
}

const house = await startHouse({ balance: '100000000', sinkDelay: 0 })
async function main(): Promise<void> {
  const settings = await durableSettings(house)
  const fsync = fsyncMicros()
  await measure('simple', 2)
  const runs: Run[] = []
  for (let nr = 0; nr < RUNS; nr += 1) {
    for (const kind of Object.keys(kinds) as KindName[]) runs.push(await measure(kind, SECONDS)) // its own keys
  }
  const spread = (kind: KindName, figure: (run: Run) => number): Spread =>
    spreadOf(runs.filter((run) => run.kind === kind).map(figure))
  report(spread)
  const figures = summary(spread, fsync)
  writeWitness('gateway', { figures, load: loadProgram, connections: CONNECTIONS, postgres: settings, runs })
  console.log(JSON.stringify(figures))
}

/** The peer's columns are null until it is measured beside us. */
function summary(spread: (kind: KindName, figure: (run: Run) => number) => Spread, fsync: number) {
  const median = (kind: KindName, figure: (run: Run) => number): number => rounded(spread(kind, figure).median)
  return {
    loop_per_s: median('loop', (run) => run.loopPerSecond),
    loop_vs_kannel_postgres: null,
    loop_vs_kannel_memory: null,
    accept_vs_kannel: null,
    bulk_per_s: median('bulk', (run) => run.acceptPerSecond),
    cpu_s_per_10k: median('simple', (run) => run.serverCpuPer10k + run.postgresCpuPer10k),
    p99_ms: median('simple', (run) => run.p99Millis),
    fsync_us: fsync,
  }
}

function report(spread: (kind: KindName, figure: (run: Run) => number) => Spread): void {
  for (const [kind, { recipients, signed, receipts }] of Object.entries(kinds) as [KindName, Kind][]) {
    // its own keys
    const title = `${kind}: ${recipients} recipient${recipients === 1 ? '' : 's'} a request, ${signed ? 'signed' : 'simple mode'}, ${CONNECTIONS} connections, ${receipts ? 'with' : 'without'} receipts`
    printTable(title, [
      { figure: 'accepted', unit: 'messages/s', runs: spread(kind, (run) => run.acceptPerSecond) },
      { figure: 'accepted and handed over', unit: 'messages/s', runs: spread(kind, (run) => run.handOverPerSecond) },
      { figure: 'until the last receipt', unit: 'messages/s', runs: spread(kind, (run) => run.loopPerSecond) },
      { figure: 'answer, p50', unit: 'ms', runs: spread(kind, (run) => run.p50Millis) },
      { figure: 'answer, p99', unit: 'ms', runs: spread(kind, (run) => run.p99Millis) },
      { figure: 'processor, server', unit: 's per 10k', runs: spread(kind, (run) => run.serverCpuPer10k) },
      { figure: 'processor, PostgreSQL', unit: 's per 10k', runs: spread(kind, (run) => run.postgresCpuPer10k) },
      { figure: 'failed requests', unit: '', runs: spread(kind, (run) => run.failed) },
    ])
  }
}

async function measure(kind: KindName, seconds: number): Promise<Run> {
  const { signed, recipients, receipts } = kinds[kind]
  const file = path.join(tmpdir(), `hongyan-requests-${process.pid}`)
  const [credential] = house.credentials
  if (credential === undefined) throw new Error('there is nobody to send as')
  const count = Math.ceil((MOST_PER_SECOND * seconds) / Math.sqrt(recipients))
  writeRequests(file, { credential, signed, recipients, count })
  await (receipts ? house.sink.unmute() : house.sink.mute())
  const before = { counted: await counted(house), cpu: cpu(house) }
  const started = Date.now()
  const played = await play({ address: house.address(), connections: CONNECTIONS, seconds, file })
  rmSync(file)
  const accepted = await quiet(house)
  const messages = accepted - before.counted.accepted
  if (messages === 0) throw new Error(`none of ${played.requests} requests was accepted`)
  const handedOver = await sinkHas(house, accepted)
  if (receipts) await allDelivered(house)
  const delivered = Date.now()
  const after = cpu(house)
  await house.sink.unmute()
  await allDelivered(house)
  const per10k = (used: number): number => (used / messages) * 10_000
  return {
    kind,
    ...played,
    messages,
    acceptPerSecond: messages / played.seconds,
    handOverPerSecond: messages / ((handedOver - started) / 1000),
    loopPerSecond: receipts ? messages / ((delivered - started) / 1000) : Number.NaN,
    serverCpuPer10k: per10k(after.server - before.cpu.server),
    postgresCpuPer10k: per10k(after.postgres - before.cpu.postgres),
  }
}

const cpu = ({ processes }: House) => {
  const { server, postgres } = processes()
  return { server: cpuSeconds([server]), postgres: cpuSeconds(postgres) }
}

/** The day's counters are exact, and cheap to read. */
async function counted({ rows }: House): Promise<{ readonly accepted: number; readonly delivered: number }> {
  const [found] = await rows<{ accepted: string; delivered: string }>(
    'select coalesce(sum(msg_cnt), 0) as accepted, coalesce(sum(succ_msg_cnt), 0) as delivered from daily',
  )
  return { accepted: Number(found?.accepted), delivered: Number(found?.delivered) }
}

/** How many are accepted when requests that were on their way have come to their end. */
async function quiet(home: House): Promise<number> {
  for (let before = -1; ;) {
    const { accepted } = await counted(home)
    if (accepted === before) return accepted
    before = accepted
    await sleep(100)
  }
}

/** When the sink took the last of them, in milliseconds. */
async function sinkHas({ sink }: House, messages: number): Promise<number> {
  for (;;) {
    const reply = await fetch(`${sink.address}/count`)
    const found = (await reply.json()) as { messages: number; lastAt: string } // as the sink says
    if (found.messages >= messages) return Date.parse(found.lastAt)
    await sleep(20)
  }
}

async function allDelivered(home: House): Promise<void> {
  for (;;) {
    const { accepted, delivered } = await counted(home)
    if (delivered === accepted) return
    await sleep(20)
  }
}

try {
  await main()
} finally {
  await house.close()
}
