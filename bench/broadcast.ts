// Broadcasts of an account without a rate, from their start to the last hand-over at the sink: recipients a second, and
// processor time. Option: --recipients <of one broadcast>.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId, BroadcastId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { openPool } from '../server/src/db/connect.ts'
import { systemClock } from '../server/src/kit/clock.ts'
import { newLogger } from '../server/src/kit/logger.ts'
import { startHouse } from '../server/test/house.ts'
import { broadcastTo, type Listed } from '../server/test/running-broadcasts.ts'
import { cpuSeconds } from './figures/cpu.ts'
import { rounded, spreadOf } from './figures/spread.ts'
import { printColumns } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'

const option = process.argv.indexOf('--recipients')
const RECIPIENTS =
  option === -1 ? (process.env['SCALE'] === 'full' ? 100_000 : 20_000) : Number(process.argv[option + 1])
const ROUNDS = 3
const POLL_EVERY = 50

interface Run {
  readonly recipients: number
  /** Seconds until the last recipient was handed to admission, and until the last message was at the sink. */
  readonly accepted: number
  readonly handedOver: number
  /** Seconds of processor time for 10,000 recipients. */
  readonly serverCpu: number
  readonly postgresCpu: number
}

const house = await startHouse({ balance: '1000000', sinkDelay: 0 })
const pool = openPool(house.databaseUrl, 2, newLogger('silent'))
const parts = { pool, clock: systemClock }

const cpu = () => {
  const { server, postgres } = house.processes()
  return { server: cpuSeconds([server]), postgres: cpuSeconds(postgres) }
}

const recipients = (round: number): readonly Listed[] =>
  Array.from({ length: RECIPIENTS }, (_, nr) => ({
    to: `+1206${2_000_000 + round * RECIPIENTS + nr}`,
    country: 'US',
  }))

async function ended(id: BroadcastId): Promise<void> {
  for (;;) {
    const [row] = await house.rows<{ status: SendJobStatus }>('select status from broadcast where id = $1', [id])
    if (row?.status === SendJobStatus.Finished) return
    if (row?.status === SendJobStatus.Interrupt) throw new Error('the broadcast was interrupted')
    await sleep(POLL_EVERY)
  }
}

async function measure(account: AccountId, round: number): Promise<Run> {
  const [sentBefore, before] = [await house.sink.count(), cpu()]
  const members = recipients(round)
  const id = await broadcastTo(parts, account, members)
  const started = performance.now()
  await ended(id)
  const accepted = (performance.now() - started) / 1000
  while ((await house.sink.count()) < sentBefore + RECIPIENTS) await sleep(POLL_EVERY)
  const [handedOver, after] = [(performance.now() - started) / 1000, cpu()]
  const each = (spent: number): number => (spent / RECIPIENTS) * 10_000
  return {
    recipients: RECIPIENTS,
    accepted,
    handedOver,
    serverCpu: each(after.server - before.server),
    postgresCpu: each(after.postgres - before.postgres),
  }
}

async function main(): Promise<void> {
  const [sender] = await house.rows<{ id: AccountId }>(`select id from account where email = 'sender@example.com'`)
  if (sender === undefined) throw new Error('the house has no sender')
  const runs: Run[] = []
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await measure(sender.id, round))
  const median = (figure: (run: Run) => number): number => rounded(spreadOf(runs.map(figure)).median)
  const rate = (run: Run): number => run.recipients / run.handedOver
  printColumns(`broadcasts to ${RECIPIENTS} recipients, medians of ${ROUNDS}`, [
    ['', 'recipients/s', 'server', 'PostgreSQL', ''],
    [
      'handed over',
      ...[rate, (run: Run) => run.serverCpu, (run: Run) => run.postgresCpu].map((figure) => String(median(figure))),
      's / 10k',
    ],
  ])
  const figures = {
    recipients: RECIPIENTS,
    recipients_per_s: median(rate),
    cpu_s_per_10k: median(({ serverCpu, postgresCpu }) => serverCpu + postgresCpu),
  }
  writeWitness('broadcast', { figures, runs })
  console.log(JSON.stringify(figures))
}

try {
  await main()
} finally {
  await pool.end()
  await house.close()
}
