import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Pool } from 'pg'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openPool } from '../src/db/connect.ts'
import { newLogger } from '../src/kit/logger.ts'
import { cardForm, numbers, typed } from './cards.ts'
import { freePort } from './free-port.ts'
import { until } from './house.ts'
import { memoryFolder } from './memory-folder.ts'
import { buildServerOnce, type ServerProcess, startCommand, startProcess } from './process.ts'
import { startHttpStub, type HttpStub } from './http-stub.ts'

const EMAIL = 'holder@example.com'
const PASSWORD = 'wild goose'

/** The card numbers entered in this test. None of them may be found anywhere afterwards. */
const marked = {
  taken: numbers.visa,
  declined: numbers.insufficientFunds,
  mistyped: numbers.mistyped,
  misplaced: '4000000000000077',
  authenticated: numbers.authenticatedOnce,
  cut: numbers.unionpay,
  timedOut: numbers.mastercard,
  killed: '378282246310005',
} as const

beforeAll(buildServerOnce)

test('a card number is in no response, log, table or file of the data folder, write-ahead log included', async () => {
  const outer = mkdtempSync(path.join(memoryFolder(), 'hongyan-cards-'))
  onTestFinished(() => rmSync(outer, { recursive: true }))
  chmodSync(outer, 0o755)
  const folder = path.join(outer, 'data')
  execFileSync('cp', ['--archive', inject('emptyDataDir'), folder])
  const port = await freePort()
  const env = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'trace' }
  const house = new House(env, `http://127.0.0.1:${port}`)
  onTestFinished(() => house.end())
  const stripe = await deafStripe()
  onTestFinished(() => stripe.end())

  await house.start()
  await house.newHolder()
  expect(await house.tryCard(marked.taken)).toBe(200)
  expect(await house.tryCard(marked.declined)).toBe(400)
  expect(await house.tryCard(marked.mistyped)).toBe(400)
  expect(await house.tryCard(marked.authenticated)).toBe(200)
  for (const body of misplaced) expect(await house.put(body)).toBe(400)
  void house.tryCard(marked.cut)
  await house.kill()

  await house.start({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: stripe.base,
    CARD_RAW: '1',
    PUBLIC_URL: house.origin,
  })
  await house.newHolder('other@example.com')
  expect(await house.tryCard(marked.timedOut)).toBe(503)
  void house.tryCard(marked.killed)
  await until(async () => stripe.requests.some(({ body }) => body.includes(marked.killed)))
  await house.kill()

  await house.start()
  const tables = await house.tables()
  await house.stop()
  const places = { replies: house.replies, logs: house.logs(), tables, ...filesIn(folder) }

  // The search finds the values that are meant to be stored, so it looks in the right places.
  expect(places.replies).toContain('"last4":"4242"')
  expect(places.logs).toContain('a card was not added')
  expect(places.tables).toContain(EMAIL)
  const files = Object.entries(places).filter(([name]) => name.startsWith(folder))
  expect(files.filter(([, content]) => content.includes(EMAIL)).map(([name]) => folderOf(name))).toContain('pg_wal')
  expect(files.filter(([, content]) => content.includes(EMAIL)).map(([name]) => folderOf(name))).not.toEqual(['pg_wal'])

  const found = Object.entries(places).flatMap(([name, content]) =>
    Object.entries(marked).flatMap(([mark, number]) =>
      formsOf(number).some((form) => content.includes(form)) ? [`${mark} in ${name}`] : [],
    ),
  )
  expect(found).toEqual([])
})

/** Requests with a card number in the wrong place: another field, a field's name or the address. */
const misplaced: readonly unknown[] = [
  cardForm({ ...typed(marked.misplaced), cvc: '1' }),
  cardForm({ ...typed(marked.misplaced), [marked.misplaced]: 1 }),
  { ...cardForm(), [marked.misplaced]: marked.misplaced },
  { ...cardForm(), addr_country: marked.misplaced },
  cardForm({ token: `${marked.misplaced}-` }),
  `{"card":{"number":"${marked.misplaced}"`,
]

/** The forms to search for: plain, grouped, in PostgreSQL's byte notation, and as common hashes and encodings. */
function formsOf(number: string): readonly string[] {
  const bytes = Buffer.from(number)
  const hash = createHash('sha256').update(number)
  const [hex, base64] = [hash.copy().digest('hex'), hash.digest('base64')]
  return [
    number,
    number.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
    bytes.toString('hex'),
    bytes.toString('base64'),
    hex,
    base64,
  ]
}

/** A Stripe service that creates customers but never responds to calls about cards. */
const deafStripe = (): Promise<HttpStub> =>
  startHttpStub(({ target }) =>
    target === '/v1/customers' ? { status: 200, body: '{"id":"cus_1"}' } : new Promise<never>(() => undefined),
  )

/** A built server at the lowest log level, with its own database. It keeps all output. */
class House {
  readonly #env: Readonly<Record<string, string>>
  readonly origin: string
  #server: ServerProcess | null = null
  #cookie = ''
  #logs = ''
  replies = ''

  constructor(env: Readonly<Record<string, string>>, origin: string) {
    this.#env = env
    this.origin = origin
  }

  async start(settings: Record<string, string> = {}): Promise<void> {
    this.#server = startProcess({ ...this.#env, ...settings })
    await this.#server.ready()
  }

  async newHolder(email = EMAIL): Promise<void> {
    const words = ['account', 'create', '--email', email, '--password', PASSWORD, '--partition', 'us', '--json']
    const { code, stderr } = await startCommand(words, this.#env).ended()
    if (code !== 0) throw new Error(`the account was not made: ${stderr}`)
    const answer = await fetch(`${this.origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: email, password: PASSWORD }),
    })
    this.#cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }

  readonly tryCard = (number: string): Promise<number> => this.put(cardForm(typed(number)))

  async put(body: unknown): Promise<number> {
    const answer = await fetch(`${this.origin}/api/paymentMethods`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', origin: this.origin, cookie: this.#cookie },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }).catch(() => null)
    if (answer === null) return 0
    this.replies += `${JSON.stringify([...answer.headers])}\n${await answer.text()}\n`
    return answer.status
  }

  kill = (): Promise<void> => this.#end('SIGKILL')
  stop = (): Promise<void> => this.#end('SIGTERM')
  end = (): Promise<void> => this.#end('SIGKILL')
  logs = (): string => this.#logs

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null) return
    server.signal(signal)
    const { stdout, stderr } = await server.ended()
    this.#logs += stdout + stderr
  }

  /** Returns every row of every table as text. */
  async tables(): Promise<string> {
    const note = JSON.parse(readFileSync(path.join(this.#env['DATA_DIR'] ?? '', 'running.json'), 'utf8')) as {
      readonly databaseUrl: string
    }
    const pool = openPool(note.databaseUrl, 1, newLogger('silent'))
    try {
      return await dumpOf(pool)
    } finally {
      await pool.end()
    }
  }
}

async function dumpOf(pool: Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const rows: string[] = []
  for (const { name } of tables.rows) {
    const found = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    rows.push(...found.rows.map(({ row }) => row))
  }
  return rows.join('\n')
}

/** Returns every file below a folder, byte by byte. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name)
      return [file, readFileSync(file, 'latin1')]
    }),
  )
}

const folderOf = (file: string): string => path.basename(path.dirname(file))
