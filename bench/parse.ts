// The time and memory that reading a million recipients takes, and the server's answers meanwhile.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { audiences, Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import { session } from '@hongyan/contract/endpoints/account/session'
import { upload } from '@hongyan/contract/endpoints/upload'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { archive } from '../server/test/archives.ts'
import { form } from '../server/test/forms.ts'
import { startHouse } from '../server/test/house.ts'
import { cpuSeconds } from './figures/cpu.ts'
import { judge, printGoals } from './figures/goal.ts'
import { spreadOf } from './figures/spread.ts'
import { printTable } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'

const ROWS = 1_000_000
const GOALS = { seconds: 40, megabytes: 300, millis: 50 }
const MEGABYTE = 1024 * 1024
/** Milliseconds between two looks at the server. */
const EVERY = 20

const numberOf = (nr: number): string => `138${String(nr).padStart(8, '0')}`

/** National numbers are the longest list that fits into 12 MB. */
const text = (): Buffer => Buffer.from(Array.from({ length: ROWS }, (_, nr) => numberOf(nr)).join('\n'))

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** As a spreadsheet program writes it: the texts stand in a table of their own. */
function workbook(): Buffer {
  const numbers = Array.from({ length: ROWS }, (_, nr) => numberOf(nr))
  const rows = numbers.map((_, nr) => `<row r="${nr + 1}"><c r="A${nr + 1}" t="s"><v>${nr}</v></c></row>`)
  const texts = numbers.map((number) => `<si><t>${number}</t></si>`)
  return archive([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Many" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>` },
    { name: 'xl/sharedStrings.xml', content: `<sst>${texts.join('')}</sst>` },
  ])
}

const house = await startHouse({ balance: '100', sinkDelay: 0, accounts: [0] })
const pathOf = (address: string): string => `${house.address()}/api${address.split(' ')[1] ?? ''}`

async function signIn(): Promise<string> {
  const response = await fetch(pathOf(session.create.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'sender-0@example.com', password: 'wild goose' }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

async function call(address: string, cookie: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { cookie, origin: house.address(), ...(init.headers as Record<string, string> | undefined) } // ours
  const response = await fetch(pathOf(address), { ...init, headers })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const residentOf = (process: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1] ?? 0) * 1024

interface Watched {
  readonly p99Millis: number
  /** Above the memory before. */
  readonly megabytes: number
}

/** Looks at the server again and again until it is stopped: the time of an answer without work, and its memory. */
function watch(): () => Promise<Watched> {
  const { server } = house.processes()
  const before = residentOf(server)
  const millis: number[] = []
  let [most, stopped] = [before, false]
  const watching = (async () => {
    while (!stopped) {
      const started = performance.now()
      await (await fetch(`${house.address()}/healthz`)).text()
      millis.push(performance.now() - started)
      most = Math.max(most, residentOf(server))
      await sleep(EVERY)
    }
  })()
  return async () => {
    stopped = true
    await watching
    const sorted = millis.toSorted((one, other) => one - other)
    return { p99Millis: sorted[Math.floor(sorted.length * 0.99)] ?? 0, megabytes: (most - before) / MEGABYTE }
  }
}

interface Run extends Watched {
  readonly file: string
  readonly seconds: number
  readonly serverCpu: number
  readonly bytes: number
}

async function run(file: string, content: Buffer, cookie: string): Promise<Run> {
  const { body, headers } = form({ purpose: 'recipients' }, { name: file, content })
  const stored = upload.create.reply.parse(await call(upload.create.address, cookie, { method: 'POST', body, headers }))
  const { server } = house.processes()
  const stop = watch()
  const [started, cpu] = [performance.now(), cpuSeconds([server])]
  const order = { source: RecipientSource.File, file: stored.id, country: 'CN' }
  let list = Audience.parse(
    await call(audiences.create.address, cookie, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    }),
  )
  while (list.state === 'parsing') {
    await sleep(200)
    list = Audience.parse(await call(audiences.get.address.replace(':id', list.id), cookie))
  }
  const seconds = (performance.now() - started) / 1000
  const serverCpu = cpuSeconds([server]) - cpu
  if (list.counts.valid !== ROWS) throw new Error(`${list.counts.valid} of ${ROWS} rows are valid`)
  return { file, seconds, serverCpu, bytes: content.length, ...(await stop()) }
}

async function main(): Promise<void> {
  const cookie = await signIn()
  const runs = [await run('many.csv', text(), cookie), await run('many.xlsx', workbook(), cookie)]
  for (const { file, seconds, megabytes, p99Millis, serverCpu } of runs) {
    printTable(`${ROWS} rows of ${file}`, [
      { figure: 'until the list is ready', unit: 's', runs: spreadOf([seconds]) },
      { figure: 'memory above the one before', unit: 'MB', runs: spreadOf([megabytes]) },
      { figure: 'answers without work, p99', unit: 'ms', runs: spreadOf([p99Millis]) },
      { figure: 'CPU of the server', unit: 's', runs: spreadOf([serverCpu]) },
    ])
  }
  const goals = [
    judge(
      { figure: 'until ready', unit: 's', better: 'lower', goal: GOALS.seconds },
      runs.map(({ seconds }) => seconds),
    ),
    judge(
      { figure: 'memory', unit: 'MB', better: 'lower', goal: GOALS.megabytes },
      runs.map((one) => one.megabytes),
    ),
    judge(
      { figure: 'answers, p99', unit: 'ms', better: 'lower', goal: GOALS.millis },
      runs.map((one) => one.p99Millis),
    ),
  ]
  printGoals(goals)
  writeWitness('parse', { goals, rows: ROWS, runs })
  console.log(JSON.stringify(runs))
}

try {
  await main()
} finally {
  await house.close()
}
