import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { AccountId } from '@hongyan/contract/ids'
import type { ExportFormat } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderExport } from './exports.ts'
import { form } from './forms.ts'
import { type HouseOwner, signInTo } from './house-owner.ts'
import { type House, startHouse, until } from './house.ts'
import { insertMessages } from './message-rows.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { below, randomFrom } from './random.ts'
import { readCsv, readWorkbook } from './table-readers.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const MESSAGES = process.env['SCALE'] === 'full' ? 200_000 : 40_000
const TEXT = 'Your parcel has left our depot, "on time", and will arrive tomorrow.'
const { Pending, Finished } = ExportJobStatus

const random = randomFrom(seed)
let house: House
let account: AccountId
let ids: readonly string[]
let owner: HouseOwner

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: '10', sinkDelay: 5, accounts: [0] })
  account = house.accounts[0]?.account as AccountId // one account was asked for
  const from = new Date(Date.now() - MESSAGES)
  const query = async (sql: string, values: readonly unknown[]) => ({ rows: await house.rows(sql, values) })
  ids = await insertMessages({ query } as never, { account, count: MESSAGES, from, texts: [TEXT] })
  owner = await signInTo(house, 'sender-0@example.com')
})
afterAll(() => house.close())

interface Row {
  readonly status: ExportJobStatus
  readonly rows: bigint
}

async function read(id: string): Promise<Row> {
  const [row] = await house.rows<Row & Record<string, unknown>>('select status, rows from export where id = $1', [id])
  if (row === undefined) throw new Error('the export is gone')
  return row
}

const begin = (format: ExportFormat): Promise<string> => orderExport(owner, { format, gzip: format === 'csv' })

/** Kills the server once an export has written so many rows. Returns false where it was finished before. */
async function killAt(id: string, rows: number): Promise<boolean> {
  for (;;) {
    const now = await read(id)
    if (now.status === Finished) return false
    if (Number(now.rows) >= rows) break
    await sleep(2)
  }
  await house.server.kill()
  return (await read(id)).status === Pending
}

const idsIn = async (format: ExportFormat, content: Buffer): Promise<readonly (string | undefined)[]> => {
  const rows = format === 'csv' ? readCsv(gunzipSync(content)) : await readWorkbook(content)
  return rows.slice(1).map((row) => row[1])
}

test.each<ExportFormat>(['csv', 'xlsx'])(
  `an export of the format %s whose server is killed near its middle has every message once (KILL_SEED=${seed})`,
  async (format) => {
    let id = await begin(format)
    // A fast machine may have finished before it is killed.
    for (let tries = 0; !(await killAt(id, (MESSAGES * (30 + below(random, 40))) / 100)) && tries < 5; tries += 1) {
      id = await begin(format)
    }
    const before = await read(id)
    // Another process may go on at once, as after the end of the claim.
    await house.rows('update export set due_at = now() where id = $1', [id])
    await until(async () => (await read(id)).status === Finished, 60)
    expect(Number(before.rows)).toBeGreaterThan(0)
    const file = await owner.call('GET', `/sms/exports/${id}/download`)
    const written = await idsIn(format, Buffer.from(await file.arrayBuffer()))
    expect(written.length).toBe(MESSAGES)
    expect(written).toEqual(ids)
  },
  patient(120_000),
)

test('an upload whose server is killed half-way leaves nothing that can be read, and can be sent again', async () => {
  const marker = 'a passport that must not lie on the disk'
  const content = Buffer.from(`%PDF-1.4\n${marker.repeat(20_000)}\n%%EOF\n`)
  const { body, headers } = form({ purpose: 'evidence' }, { content })
  const send = (): ClientRequest =>
    request(`${house.address()}/api/upload`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, origin: house.address(), cookie: owner.cookie, 'content-length': body.length },
    })
  const files = async (): Promise<readonly string[]> => {
    const folder = path.join(house.dataDir, 'files')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  }
  const before = await files()
  const broken = send()
  const ended = once(broken, 'error')
  broken.write(body.subarray(0, body.length / 2))
  await until(async () => (await files()).length > before.length)
  await house.server.kill()
  await ended
  const left = (await files()).filter((file) => !before.includes(file))
  for (const file of left) expect((await readFile(file)).includes(marker)).toBe(false)
  expect(await house.rows('select from upload')).toEqual([])

  const again = send()
  again.end(body)
  const [response] = (await once(again, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.resume()
  expect(await house.rows('select from upload where stored_at is not null')).toHaveLength(1)
})
