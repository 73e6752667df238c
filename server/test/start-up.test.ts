import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { socketDirFor } from '../src/db/postgres-socket.ts'
import { memoryFolder } from './memory-folder.ts'
import { buildServerOnce, type Ending, type ServerProcess, startCommand, startProcess } from './process.ts'
import { patient } from './patience.ts'

const unreachable = {
  DATABASE_URL: 'postgres://nobody@localhost/none?host=/nowhere',
  SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
}
let folder: string
/** A folder that other users may traverse, as on most machines. */
let open: string
/** The file of a PostgreSQL that ran in `open`. */
let leftover: string
/** A folder that only its owner may traverse, like one below root's home. */
let closed: string

beforeAll(() => {
  buildServerOnce()
  folder = mkdtempSync(path.join(memoryFolder(), 'hongyan-start-'))
  chmodSync(folder, 0o755)
  mkdirSync(path.join(folder, 'own'), { mode: 0o700 })
  open = path.join(folder, 'a path with spaces')
  closed = path.join(folder, 'own', 'data')
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a server, which is stopped before the next test. */
function start(env: Record<string, string>): ServerProcess {
  const server = startProcess(env)
  onTestFinished(async () => {
    server.signal('SIGTERM')
    await server.ended()
  })
  return server
}

const postgresOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** Returns whether a process runs. A zombie keeps its process id but has no command line. */
function isRunning(number: number): boolean {
  const file = `/proc/${number}/cmdline`
  return existsSync(file) && readFileSync(file, 'utf8') !== ''
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + patient(30_000)
  while (Date.now() < deadline) {
    if (await condition()) return
    await sleep(10)
  }
  throw new Error('it did not happen in time')
}

function refusal({ code, stderr }: Ending): string {
  expect(code).toBe(1)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  return stderr.trimEnd()
}

describe('while one server runs', () => {
  let server: ServerProcess
  let address: string

  beforeAll(async () => {
    server = startProcess({ DATA_DIR: open })
    address = await server.ready()
    leftover = readFileSync(path.join(open, 'postgres/postmaster.pid'), 'utf8')
  })
  afterAll(async () => {
    server.signal('SIGTERM')
    await server.ended()
  })

  const metrics = async (): Promise<string> => (await fetch(`${address}/metrics`)).text()

  test('the first start creates the database, also in a path with spaces', async () => {
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'live' })
    expect(await statusOf(`${address}/readyz`)).toBe(200)
    const figures = await metrics()
    expect(figures).toMatch(/^hongyan_ledger_verify_age_seconds /m)
    expect(figures).toMatch(/^hongyan_ledger_verify_ok /m)
    expect(figures).toMatch(/^hongyan_loop_runs_total\{loop="ledger-proof",outcome="succeeded"\} 0$/m)
    expect(statSync(path.join(open, 'running.json')).mode & 0o777).toBe(0o600)
  })

  test('durability is as PostgreSQL ships it', async () => {
    const { databaseUrl } = JSON.parse(readFileSync(path.join(open, 'running.json'), 'utf8')) as Record<string, string>
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ setting: string }>(
      "SELECT setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums')",
    )
    await client.end()
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'on'])
  })

  test('a second server on one DATA_DIR is refused and names the first', async () => {
    const second = start({ DATA_DIR: open })
    expect(refusal(await second.ended())).toBe(`${open} is in use by another Hongyan (process ${server.pid}).`)
  })

  test('`hongyan doctor` exits with 0 while all loops work and with 1 once one of them fails', async () => {
    const doctor = () => startCommand(['doctor'], { DATA_DIR: open }).ended()
    const statement = async (sql: string) => {
      const { databaseUrl } = JSON.parse(readFileSync(path.join(open, 'running.json'), 'utf8')) as {
        databaseUrl: string
      } // as the server announces it
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query(sql).finally(() => client.end())
    }
    const working = await doctor()
    expect(working.stdout).toMatch(/^ok +loop sandbox-webhooks /m)
    expect(working.code).toBe(0)

    await statement('alter table sandbox_notify rename to sandbox_notify_away')
    // A run of the loop fails before the doctor can know of it, and a doctor costs a second.
    await until(async () =>
      /^hongyan_loop_runs_total\{loop="sandbox-webhooks",outcome="failed"\} [1-9]/m.test(await metrics()),
    )
    let failing = await doctor()
    for (let tries = 0; failing.code === 0 && tries < 20; tries += 1) failing = await doctor()
    await statement('alter table sandbox_notify_away rename to sandbox_notify')
    expect(failing).toMatchObject({ code: 1, stderr: '' })
    expect(failing.stdout).toMatch(/^WRONG +loop sandbox-webhooks .*relation "sandbox_notify" does not exist$/m)
  })

  test('calls return 503 while PostgreSQL is dead, and the server starts it again', async () => {
    const postgres = postgresOf(open)
    const [there, away] = [path.join(open, 'postgres'), path.join(open, 'postgres.away')]
    // PostgreSQL may be back before a busy machine has asked, so it finds no folder to start in.
    renameSync(there, away)
    process.kill(postgres, 'SIGKILL')
    await until(async () => (await statusOf(`${address}/readyz`)) === 503)
    expect(await statusOf(`${address}/healthz`)).toBe(200)
    renameSync(away, there)
    await until(async () => (await statusOf(`${address}/readyz`)) === 200)
    expect(postgresOf(open)).not.toBe(postgres)
  })

  test('the send API answers in its own shape while PostgreSQL is gone', async () => {
    const postgres = postgresOf(open)
    const [there, away] = [path.join(open, 'postgres'), path.join(open, 'postgres.away')]
    renameSync(there, away)
    process.kill(postgres, 'SIGKILL')
    await until(async () => (await statusOf(`${address}/readyz`)) === 503)
    const reply = await fetch(`${address}/?action=sms.message.send&accessKeyId=unknown`, { method: 'POST', body: '{}' })
    renameSync(away, there)
    expect(reply.status).toBe(503)
    expect(await reply.json()).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      details: expect.objectContaining({ error: 'unavailable', retryable: true }),
    })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(reply.headers.get('x-uni-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    await until(async () => (await statusOf(`${address}/readyz`)) === 200)
  })

  test('a stop leaves no process', async () => {
    const postgres = postgresOf(open)
    server.signal('SIGTERM')
    expect(await server.ended()).toMatchObject({ code: 0, stderr: '' })
    expect(isRunning(postgres)).toBe(false)
    expect(existsSync(path.join(open, 'running.json'))).toBe(false)
    expect(existsSync(socketDirFor(open))).toBe(false)
  })
})

test('a start without the key file of its database is refused, and makes no new one', async () => {
  const [file, away] = [path.join(open, 'secret.key'), path.join(open, 'secret.away')]
  renameSync(file, away)
  const ending = await startProcess({ DATA_DIR: open }).ended()
  const isMadeAnew = existsSync(file)
  renameSync(away, file)
  expect(refusal(ending)).toContain('is missing, but the database needs its key k1: restore the file from the backup')
  expect(isMadeAnew).toBe(false)
})

test('Ctrl-C stops the server cleanly, even when npm repeats the signal', async () => {
  const server = start({ DATA_DIR: open })
  await server.ready()
  server.signal('SIGINT')
  server.signal('SIGINT')
  expect((await server.ended()).code).toBe(0)
  expect(existsSync(socketDirFor(open))).toBe(false)
})

test('a start on a taken port names the port and leaves no PostgreSQL behind', async () => {
  const neighbour = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void neighbour.close())
  await once(neighbour, 'listening')
  const bound = neighbour.address()
  const port = typeof bound === 'object' && bound !== null ? String(bound.port) : ''
  const ending = await start({ DATA_DIR: open, PORT: port }).ended()
  expect(refusal(ending)).toBe(`Port ${port} on 127.0.0.1 is taken; choose another with PORT.`)
  expect(existsSync(path.join(open, 'postgres/postmaster.pid'))).toBe(false)
})

test('after kill -9 PostgreSQL ends by itself and the next start works at once', async () => {
  const first = start({ DATA_DIR: closed })
  await first.ready()
  const postgres = postgresOf(closed)
  first.signal('SIGKILL')
  await first.ended()
  const second = start({ DATA_DIR: closed })
  const address = await second.ready()
  expect(isRunning(postgres)).toBe(false)
  expect(await statusOf(`${address}/readyz`)).toBe(200)
})

test('a leftover file with the process id of another program does not prevent a start', async () => {
  writeFileSync(path.join(open, 'postgres/postmaster.pid'), leftover.replace(/^\d+/, String(process.pid)))
  await start({ DATA_DIR: open }).ready()
})

test.each([
  ['a wrong setting', { PORT: 'none' }, 'PORT must be a whole number from 0 to 65535, not "none".'],
  ['a folder without a parent', { DATA_DIR: '/no/such/place' }, 'DATA_DIR /no/such/place cannot be made'],
  ['a folder that cannot be made', { DATA_DIR: '/proc/hongyan' }, 'DATA_DIR /proc/hongyan cannot be used: ENOENT.'],
  ['a database out of reach', unreachable, 'The database cannot be reached: '],
])('%s is refused in one line', async (_what, env, sentence) => {
  expect(refusal(await startProcess({ DATA_DIR: open, ...env }).ended())).toContain(sentence)
})

test('a command that does not exist is refused with those that do', async () => {
  expect(refusal(await startCommand(['nothing', 'such'], { DATA_DIR: open }).ended())).toContain('Usage: hongyan')
})

test('`hongyan doctor` reports an unreachable database and exits with 1', async () => {
  const { code, stdout } = await startCommand(['doctor'], unreachable).ended()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^WRONG +database +cannot be checked: /m)
})
