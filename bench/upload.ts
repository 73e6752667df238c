// The latency of the send API while twenty customers upload files of 10 MB, beside its latency without them.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { session } from '@hongyan/contract/endpoints/account/session'
import { uploadPurposeLimits } from '@hongyan/contract/limits/uploads'
import { form } from '../server/test/forms.ts'
import { startHouse } from '../server/test/house.ts'
import { cpuSeconds } from './figures/cpu.ts'
import { judge, printGoals } from './figures/goal.ts'
import { rounded, spreadOf } from './figures/spread.ts'
import { printTable } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'
import type { Played } from './load/play.ts'
import { writeRequests } from './load/requests.ts'

const ROUNDS = process.env['SCALE'] === 'full' ? 10 : 5
const UPLOADS = 20
const RATE = 100
const GOAL = 1.5
const WARM_UP = 3_000

interface Run {
  readonly quiet: Played
  readonly beside: Played
  readonly uploadSeconds: number
  /** Of the server, for all uploads of the run. */
  readonly uploadCpu: number
}

const file = path.join(tmpdir(), `hongyan-requests-${process.pid}`)
const house = await startHouse({
  balance: '1000000',
  sinkDelay: 0,
  accounts: Array.from({ length: UPLOADS }, () => 0),
})

/** A PDF of exactly the largest size: its content is stored as it is. */
const { bytes } = uploadPurposeLimits.attachment
const head = Buffer.from('%PDF-1.4\n')
const content = Buffer.concat([head, randomBytes(bytes - head.length)])

async function signIn(nr: number): Promise<string> {
  const [, place = ''] = session.create.address.split(' ')
  const response = await fetch(`${house.address()}/api${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: `sender-${nr}@example.com`, password: 'wild goose' }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** All customers send the same bytes: a form of its own for each would take more processor time than its upload. */
const { body, headers } = form({ purpose: 'attachment' }, { name: 'attachment.pdf', content })

async function uploadAs(cookie: string): Promise<void> {
  const own = { ...headers, cookie, origin: house.address(), 'content-length': body.length }
  const upload = request(`${house.address()}/api/upload`, { method: 'POST', agent: false, headers: own }).end(body)
  const [response] = (await once(upload, 'response')) as [IncomingMessage] // the event's one argument
  const reply = await text(response)
  if (response.statusCode !== 200) throw new Error(`an upload answered ${response.statusCode}: ${reply}`)
}

/** The latency of requests at a steady rate from a process of their own, while `work` runs. */
async function latencyDuring(work: () => Promise<unknown>): Promise<Played> {
  const tsx = path.resolve(import.meta.dirname, '../node_modules/.bin/tsx')
  const program = path.join(import.meta.dirname, 'load/paced.ts')
  const { promise, resolve, reject } = deferred<string>()
  const child = execFile(tsx, [program, house.address(), String(RATE), file], (error, stdout) =>
    error === null ? resolve(stdout) : reject(error),
  )
  await sleep(WARM_UP)
  await work()
  child.stdin?.end()
  return JSON.parse(await promise) as Played // as the program writes it
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: Error) => void = () => undefined
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil
    reject = refuse
  })
  return { promise, resolve, reject }
}

const serverCpu = (): number => cpuSeconds([house.processes().server])

async function main(): Promise<void> {
  writeRequests(file, { credentials: house.credentials.slice(0, 1), signed: false, recipients: 1, count: 100_000 })
  const cookies = await Promise.all(Array.from({ length: UPLOADS }, (_, nr) => signIn(nr)))
  await Promise.all(cookies.map(uploadAs))
  const runs: Run[] = []
  let [uploadSeconds, uploadCpu] = [0, 0]
  for (let round = 1; round <= ROUNDS; round += 1) {
    const beside = await latencyDuring(async () => {
      const [started, cpu] = [performance.now(), serverCpu()]
      await Promise.all(cookies.map(uploadAs))
      uploadSeconds = (performance.now() - started) / 1000
      uploadCpu = serverCpu() - cpu
    })
    const quiet = await latencyDuring(() => sleep(uploadSeconds * 1000))
    // An account may have 100 MB that no feature has claimed.
    await house.rows(`update upload set claimed_by = 'bench', delete_after = now() where claimed_by is null`)
    runs.push({ quiet, beside, uploadSeconds, uploadCpu })
    console.log(
      `round ${round} of ${ROUNDS}: p99 ${rounded(beside.p99Millis)} ms beside, ${rounded(quiet.p99Millis)} quiet`,
    )
  }
  const line = (figure: string, unit: string, of: (run: Run) => number) => ({
    figure,
    unit,
    runs: spreadOf(runs.map(of)),
  })
  printTable(`${UPLOADS} uploads of 10 MB beside ${RATE} requests/s`, [
    line('response quiet, p50', 'ms', ({ quiet }) => quiet.p50Millis),
    line('response quiet, p99', 'ms', ({ quiet }) => quiet.p99Millis),
    line('response beside, p50', 'ms', ({ beside }) => beside.p50Millis),
    line('response beside, p99', 'ms', ({ beside }) => beside.p99Millis),
    line('all uploads', 's', (run) => run.uploadSeconds),
    line('CPU of the server', 's', (run) => run.uploadCpu),
    line('failed requests', '', ({ quiet, beside }) => quiet.failed + beside.failed),
  ])
  const ratios = runs.map(({ quiet, beside }) => beside.p99Millis / quiet.p99Millis)
  const goals = [judge({ figure: 'p99 beside / quiet', unit: 'x', better: 'lower', goal: GOAL }, ratios)]
  printGoals(goals)
  const median = (of: (run: Run) => number): number => rounded(spreadOf(runs.map(of)).median)
  const figures = {
    p99_quiet_ms: median(({ quiet }) => quiet.p99Millis),
    p99_beside_ms: median(({ beside }) => beside.p99Millis),
    ratio: rounded(spreadOf(ratios).median),
  }
  writeWitness('upload', { figures, goals, rounds: ROUNDS, uploads: UPLOADS, rate: RATE, runs })
  console.log(JSON.stringify(figures))
}

try {
  await main()
} finally {
  rmSync(file, { force: true })
  await house.close()
}
