import { randomUUID } from 'node:crypto'
import { readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { exports } from '@hongyan/contract/endpoints/messaging/exports'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { DAY, MINUTE } from '@hongyan/contract/durations'
import { exports as limits } from '@hongyan/contract/limits/exports'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { columnsOf, columnTitle, exportFormats } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exportsOf } from '../../../compose/exports.ts'
import { alone } from '../../../db/tx.ts'
import { findExport } from '../../../exports/store.ts'
import { writeSome } from '../../../exports/write.ts'
import { createUploads } from '../../../uploads/uploads.ts'
import { newBroadcast } from '../../../../test/broadcast-rows.ts'
import { downloaded, ended, exported, type ExportForm, exportForm } from '../../../../test/exports.ts'
import { insertMessages } from '../../../../test/message-rows.ts'
import { filesOf } from '../../../../test/stored-files.ts'
import { readCsv, readWorkbook } from '../../../../test/table-readers.ts'
import { patient } from '../../../../test/patience.ts'
import { newSender } from '../../../../test/sender.ts'
import { newEndpoint } from '../../../../test/webhook-receiver.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const texts = ['=2+3', 'She said "no",\nthen yes', 'שלום \u202Eworld', '👋 你好', '\tTab', 'plain']
const recipients = ['+12065550100', '+12065550111', '+12065550122', '+12065550133']
const MESSAGES = 60

interface Sent {
  readonly owner: SignedIn
  readonly ids: readonly string[]
}

/** An account with messages of the last minute. */
async function newSent(count = MESSAGES): Promise<Sent> {
  const owner = await world.account()
  const from = new Date(world.clock.now().getTime() - MINUTE)
  return { owner, ids: await insertMessages(world.pool, { account: owner.id, count, from, texts, recipients }) }
}

let sent: Sent
beforeAll(async () => {
  sent = await newSent()
})

const messagesForm = (choice: Partial<ExportForm> = {}) => exportForm(world, 'messages', choice)

/** Runs a loop at a time after now, and sets the clock back. */
async function after(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  const now = world.clock.now()
  world.clock.set(new Date(now.getTime() + milliseconds))
  await work().finally(() => world.clock.set(now))
}

describe('the file of an export', () => {
  test.each(exportFormats)('of the format %s has every message once, oldest first, with its text', async (format) => {
    const { owner, ids } = sent
    const columns = ['id', 'text', 'status', 'price', 'accepted_at']
    const { id, rows, status } = await exported(world, owner, messagesForm({ format, columns, zone: 'Asia/Shanghai' }))
    expect([status, rows]).toEqual([ExportJobStatus.Finished, MESSAGES])
    const { content } = await downloaded(world, owner, id)
    const tell = (nr: number) => texts[nr % texts.length] ?? ''
    if (format === 'jsonl') {
      const read = content.toString().trimEnd().split('\n')
      const lines = read.map((line) => JSON.parse(line) as { readonly id: string; readonly text: string })
      return expect(lines.map((line) => [line.id, line.text])).toEqual(ids.map((each, nr) => [each, tell(nr)]))
    }
    const safe = (text: string) => (/^[=\t]/.test(text) ? `'${text}` : text)
    const read = format === 'csv' ? readCsv(content) : await readWorkbook(content)
    const [head, ...body] = read
    expect(head).toEqual(['Message ID', 'Message', 'Status', 'Price', 'Time'])
    const price = format === 'csv' ? '0.008500' : '0.0085'
    expect(body).toEqual(
      ids.map((each, nr) => [
        each,
        safe(tell(nr)),
        nr % 3 === 2 ? 'Undelivered' : 'Delivered',
        price,
        '2026-11-20 16:59:00',
      ]),
    )
  })

  test('has the moments, prices and money of the log to the last digit', async () => {
    const { owner } = await newSent(3)
    const columns = ['id', 'accepted_at', 'sent_at', 'done_at', 'unit_price', 'price', 'money']
    const { id } = await exported(world, owner, messagesForm({ format: 'jsonl', columns }))
    const lines = (await downloaded(world, owner, id)).content.toString().trimEnd().split('\n')
    const listed = await owner.call(messages.list)
    const shown = listed.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name))),
    )
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(shown.toReversed())
  })

  test('has one row for each recipient, with the sums of its messages', async () => {
    const { id } = await exported(world, sent.owner, exportForm(world, 'recipients', { masked: false }))
    const [, ...rows] = readCsv((await downloaded(world, sent.owner, id)).content)
    const each = MESSAGES / recipients.length
    const sums = ['United States', String(each), '10', '5', String(each), '0.127500']
    expect(new Map(rows.map(([to = '', ...rest]) => [to, rest.slice(0, 6)]))).toEqual(
      new Map(recipients.map((to) => [`'${to}`, sums])),
    )
  })

  test('has the lines of the list of transactions', async () => {
    const { id } = await exported(world, sent.owner, exportForm(world, 'transactions', { format: 'jsonl' }))
    const lines = (await downloaded(world, sent.owner, id)).content.toString().trimEnd().split('\n')
    const listed = await sent.owner.call(transactions.list)
    expect(lines.map((line) => (JSON.parse(line) as { readonly id: string }).id)).toEqual(listed.map((line) => line.id))
  })

  test('has every try of the webhooks of an endpoint that match the filters of its page, with its result in words', async () => {
    const owner = await world.account()
    const add = (name: string, url: string) => newEndpoint(owner, { name, url, tries: 1 })
    const [shop, down] = [await add('Shop', 'https://shop.example/'), await add('Down', 'https://shop.example/503')]
    const { send } = await newSender(world, owner)
    await send({ to: '+12065550100', text: 'Your order is on its way', scene: 2 })
    await vi.waitFor(
      async () => {
        await world.loops.run('webhooks')
        const { rows } = await world.pool.query('select from webhook_try where account_id = $1', [owner.id])
        expect(rows).toHaveLength(2)
      },
      { timeout: patient(20_000), interval: 50 },
    )
    const columns = ['endpoint', 'event', 'attempt', 'result', 'code']
    const read = async (filters: Readonly<Record<string, string>>) => {
      const { id } = await exported(world, owner, exportForm(world, 'webhooks', { columns, filters }))
      return readCsv((await downloaded(world, owner, id)).content).slice(1)
    }
    const delivered = ['Shop', 'sms.message.delivered', '1', 'Delivered', '204']
    const failed = ['Down', 'sms.message.delivered', '1', 'Unsuccessful status', '503']
    expect(await read({})).toEqual([delivered, failed])
    expect(await read({ endpoint: down.id, status: '3' })).toEqual([failed])
    const stranger = await world.account()
    const form = exportForm(world, 'webhooks', { filters: { endpoint: shop.id } })
    expect(await stranger.ask(exports.create, { body: form })).toMatchObject({ body: { error: { code: 'no_rows' } } })
  })

  test('hides the middle of numbers unless the owner wants them, and is unpacked where it is packed', async () => {
    const choice = { columns: ['to'], gzip: true }
    const { owner } = sent
    const [masked, whole] = [
      await exported(world, owner, messagesForm(choice)),
      await exported(world, owner, messagesForm({ ...choice, masked: false })),
    ]
    const read = async (id: typeof masked.id) => {
      const { content, headers } = await downloaded(world, owner, id)
      expect(headers['content-type']).toBe('application/gzip')
      return new Set(readCsv(gunzipSync(content)).slice(1).flat())
    }
    expect(await read(masked.id)).toEqual(new Set(['00', '11', '22', '33'].map((end) => `'+1 206••• ••${end}`)))
    expect(await read(whole.id)).toEqual(new Set(recipients.map((to) => `'${to}`)))
  })

  test('in Chinese begins with the byte order mark and spells headings and values out', async () => {
    const form = messagesForm({ language: Locale.SimplifiedChinese })
    const { id } = await exported(world, sent.owner, form)
    const { content } = await downloaded(world, sent.owner, id)
    expect(content.toString().startsWith('\uFEFF')).toBe(true)
    const [head, row] = readCsv(content)
    expect(head).toEqual([...columnsOf('messages').values()].map((column) => columnTitle(column, 'zh-CN')))
    expect(row).toEqual(expect.arrayContaining(['美国', '已送达', '通知', '已冻结']))
  })

  test('has the messages of one broadcast, with its name', async () => {
    const { owner, ids } = await newSent(3)
    const broadcast = await newBroadcast(world, owner, { name: 'Autumn sale' })
    await world.pool.query('update message set broadcast_id = $2 where id = any($1)', [ids.slice(1), broadcast])
    const form = messagesForm({ filters: { broadcast }, columns: ['id', 'broadcast'], format: 'csv' })
    const { id } = await exported(world, owner, form)
    const [, ...rows] = readCsv((await downloaded(world, owner, id)).content)
    expect(rows).toEqual(ids.slice(1).map((each) => [each, 'Autumn sale']))
  })

  test('has the rows that its filters leave', async () => {
    const filters = { status: '5', recipient: '0122' }
    const { id, rows } = await exported(world, sent.owner, messagesForm({ filters, columns: ['id'] }))
    const expected = sent.ids.filter((_, nr) => nr % 3 === 2 && nr % 4 === 2)
    expect(rows).toBe(expected.length)
    const read = readCsv((await downloaded(world, sent.owner, id)).content)
    expect(read.slice(1).flat()).toEqual(expected)
    const { from, to } = messagesForm()
    const body = { kind: 'messages' as const, from, to, filters }
    expect(await sent.owner.call(exports.estimate, { body })).toEqual({ rows, exact: true })
  })

  test('a stored file of an export is encrypted', async () => {
    await exported(world, sent.owner, messagesForm({ columns: ['text'] }))
    for (const file of await filesOf(world)) expect((await readFile(file)).includes('plain')).toBe(false)
  })
})

test.each<[string, Partial<ExportForm>, string, string]>([
  ['wider than 92 days', { from: '2026-08-20' }, 'range_too_wide', 'from'],
  ['that ends before it begins', { to: '2026-11-19' }, 'invalid_request', 'to'],
  ['of another kind’s column', { columns: ['id', 'balance'] }, 'invalid_request', 'columns'],
  ['of one column twice', { columns: ['id', 'id'] }, 'invalid_request', 'columns'],
  ['in no time zone', { zone: 'Mars/Olympus' }, 'invalid_request', 'zone'],
  ['of a workbook that is packed', { format: 'xlsx', gzip: true }, 'invalid_request', 'gzip'],
  ['with an unknown filter', { filters: { colour: 'red' } }, 'invalid_request', 'filters'],
  ['with a filter of no possible number', { filters: { recipient: '+1234567' } }, 'invalid_request', 'recipient'],
])('an export %s is refused', async (_, choice, code, field) => {
  const { status, body } = await sent.owner.ask(exports.create, { body: messagesForm(choice) })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { code, field } })
})

test('an export that nothing matches is refused, and one that repeats ends without a file', async () => {
  const owner = await world.account()
  expect(await owner.ask(exports.create, { body: messagesForm() })).toMatchObject({
    status: 409,
    body: { error: { code: 'no_rows' } },
  })
  const { reason, status } = await exported(world, owner, messagesForm({ repeat: 'daily' }))
  expect([status, reason]).toEqual([ExportJobStatus.Failed, 'no_rows'])
})

test('a fourth export that waits is refused until one of them is cancelled', async () => {
  const { owner } = await newSent(1)
  const create = () => owner.ask(exports.create, { body: messagesForm() })
  const made = await owner.call(exports.create, { body: messagesForm() })
  for (let more = 1; more < limits.running; more += 1) expect((await create()).status).toBe(200)
  expect(await create()).toMatchObject({ status: 429, body: { error: { code: 'too_many_running' } } })
  const cancelled = await owner.call(exports.cancel, { params: made })
  expect(cancelled).toMatchObject({ status: ExportJobStatus.Failed, reason: 'cancelled' })
  expect((await owner.ask(exports.cancel, { params: { id: made.id } })).status).toBe(409)
  expect((await create()).status).toBe(200)
  expect((await owner.ask(exports.retry, { params: { id: made.id } })).status).toBe(429)
})

test('a cancelled export starts again from its first row', async () => {
  const { owner, ids } = await newSent(3)
  const { id } = await owner.call(exports.create, { body: messagesForm({ columns: ['id'] }) })
  await owner.call(exports.cancel, { params: { id } })
  expect((await owner.ask(exports.download, { params: { id } })).status).toBe(409)
  expect((await owner.call(exports.retry, { params: { id } })).status).toBe(ExportJobStatus.Queued)
  expect(await ended(world, owner, id)).toMatchObject({ status: ExportJobStatus.Finished, rows: 3 })
  expect(
    readCsv((await downloaded(world, owner, id)).content)
      .slice(1)
      .flat(),
  ).toEqual(ids)
  expect((await owner.ask(exports.retry, { params: { id } })).status).toBe(409)
})

test('a file is deleted after seven days, and its export says that it is expired', async () => {
  const { owner } = await newSent(1)
  const { id } = await exported(world, owner, messagesForm())
  const before = (await filesOf(world)).length
  await after(limits.keptFor - 1, async () => {
    expect((await owner.ask(exports.download, { params: { id } })).status).toBe(302)
    await world.loops.run('export-files')
  })
  expect((await filesOf(world)).length).toBe(before)
  await after(limits.keptFor, async () => {
    await world.loops.run('export-files')
    expect(await owner.call(exports.get, { params: { id } })).toMatchObject({ expired: true })
    expect(await owner.ask(exports.download, { params: { id } })).toMatchObject({
      status: 410,
      body: { error: { code: 'export_expired' } },
    })
  })
  expect((await filesOf(world)).length).toBeLessThan(before)
})

test('a deleted export leaves neither row nor file', async () => {
  const { owner } = await newSent(1)
  const before = (await filesOf(world)).length
  const { id } = await exported(world, owner, messagesForm())
  expect((await filesOf(world)).length).toBe(before + 1)
  await owner.call(exports.remove, { params: { id } })
  await world.loops.run('export-files')
  expect((await filesOf(world)).length).toBe(before)
  expect(await owner.call(exports.list)).toEqual([])
})

test('a link opens the file for 15 minutes, and every download is in the audit log', async () => {
  const { owner } = await newSent(1)
  const { id } = await exported(world, owner, messagesForm())
  const { headers } = await owner.ask(exports.download, { params: { id } })
  const { pathname } = new URL(String(headers['location']))
  const open = async (url: string) => (await world.app.inject({ url })).statusCode
  await after(limits.linkFor, async () => expect(await open(pathname)).toBe(200))
  await after(limits.linkFor + 1, async () => expect(await open(pathname)).toBe(404))
  expect(await open(`${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'Q' : 'A'}`)).toBe(404)
  expect(await open(pathname.replace('/export-files/', '/files/'))).toBe(404)
  const acts = await owner.call(audit.list)
  expect(acts.filter(({ action }) => action === 'exports.download')).toMatchObject([
    { actor: 'owner', subject: id, outcome: 'done' },
  ])
})

test('an export that repeats runs again for each day, week or month that is over, and carries its schedule on', async () => {
  const { owner } = await newSent(1)
  const { id, from } = await exported(world, owner, messagesForm({ repeat: 'daily' }))
  await after(DAY, async () => {
    await world.loops.run('export-repeats')
    const [next, first] = await owner.call(exports.list)
    expect(first).toMatchObject({ id, repeat: 'none', repeat_at: null })
    expect(next).toMatchObject({ from, to: from, repeat: 'daily', created_by: 'schedule', status: 1 })
    expect(next?.repeat_at).toBe('2026-11-22T01:00:00.000Z')
    const changed = await owner.call(exports.update, { params: { id }, body: { repeat: 'monthly' } })
    expect(changed.repeat_at).toBe('2026-12-01T01:00:00.000Z')
    const stopped = await owner.call(exports.update, { params: { id }, body: { repeat: 'none' } })
    expect(stopped.repeat_at).toBe(null)
  })
})

test('the owner is notified of the end, by email where the export asks for it', async () => {
  const { owner } = await newSent(2)
  const letters = async () =>
    (await world.pool.query('select channel from notice_letter where account_id = $1', [owner.id])).rows
  await exported(world, owner, messagesForm())
  const { notices: shown } = await owner.call(notices.list)
  expect(shown).toMatchObject([{ kind: 'export_ended', values: { state: 'finished', rows: '2' } }])
  expect(await letters()).toEqual([])
  await exported(world, owner, messagesForm({ notify: true }))
  expect(await letters()).toEqual([{ channel: 'email' }])
})

test('a process that lost its export to another one writes no more of it', async () => {
  const { owner, ids } = await newSent(5)
  const { id } = await owner.call(exports.create, { body: messagesForm({ columns: ['id'] }) })
  await world.pool.query('update export set status = 2, claim = gen_random_uuid() where id = $1', [id])
  const row = await findExport(alone(world.pool), { account: owner.id, id })
  if (row === null) throw new Error('the export is gone')
  const engine = exportsOf({ ...world, uploads: createUploads(world) })
  await writeSome(engine, { ...row, claim: randomUUID() }, new AbortController().signal)
  expect(await owner.call(exports.get, { params: { id } })).toMatchObject({ status: ExportJobStatus.Pending, rows: 0 })
  await ended(world, owner, id)
  expect(
    readCsv((await downloaded(world, owner, id)).content)
      .slice(1)
      .flat(),
  ).toEqual(ids)
})

/** The files below a folder that this process holds open. */
async function openBelow(folder: string): Promise<readonly string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(links)).filter((file) => file.startsWith(folder))
}

test('an export whose storage fails goes on behind its last piece once it works again, with every row once', async () => {
  const { owner, ids } = await newSent(12_000)
  const { id } = await owner.call(exports.create, { body: messagesForm({ columns: ['id'] }) })
  await world.pool.query('update export set status = 2, claim = gen_random_uuid() where id = $1', [id])
  const row = await findExport(alone(world.pool), { account: owner.id, id })
  if (row === null || row.claim === null) throw new Error('the export is gone')
  const uploads = createUploads(world)
  let pieces = 0
  const put = async (key: string, file: string): Promise<void> => {
    pieces += 1
    if (pieces > 1) throw new Error('no space left on the device')
    await uploads.storage.put(key, file)
  }
  const engine = exportsOf({ ...world, uploads: { ...uploads, storage: { ...uploads.storage, put } } })
  const work = writeSome(engine, { ...row, claim: row.claim }, new AbortController().signal)
  await expect(work).rejects.toThrow('no space left')
  const halfway = await owner.call(exports.get, { params: { id } })
  expect(halfway).toMatchObject({ status: ExportJobStatus.Pending, rows: 10_000 })
  expect(await readdir(uploads.incoming)).toEqual([])
  await after(MINUTE, () => ended(world, owner, id))
  const { content } = await downloaded(world, owner, id)
  expect(readCsv(content).slice(1).flat()).toEqual(ids)
})

test('an export whose storage never works ends as failed, and leaves no file and no descriptor', async () => {
  const { owner } = await newSent(3)
  const { incoming } = createUploads(world)
  const folder = path.dirname(incoming)
  const [objects, aside] = [path.join(folder, 'objects'), path.join(folder, 'objects.aside')]
  const before = await filesOf(world)
  const { id } = await owner.call(exports.create, { body: messagesForm() })
  await rename(objects, aside)
  await writeFile(objects, 'a file is no folder')
  try {
    // Beyond the waits between all tries.
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await after(minutes * MINUTE, () => world.loops.run('exports'))
    }
  } finally {
    await rm(objects)
    await rename(aside, objects)
  }
  const failed = await owner.call(exports.get, { params: { id } })
  expect(failed).toMatchObject({ status: ExportJobStatus.Failed, reason: 'broken' })
  expect(await filesOf(world)).toEqual(before)
  expect(await openBelow(folder)).toEqual([])
  expect((await owner.ask(exports.retry, { params: { id } })).status).toBe(200)
  expect(await ended(world, owner, id)).toMatchObject({ status: ExportJobStatus.Finished, rows: 3 })
})

test('an export that fails again and again is given up, and the others have their turn', async () => {
  const { owner } = await newSent(2)
  const broken = await owner.call(exports.create, { body: messagesForm() })
  await world.pool.query(`update export set choices = choices || '{"filters": {"status": "lost"}}' where id = $1`, [
    broken.id,
  ])
  const other = await owner.call(exports.create, { body: messagesForm() })
  expect(await ended(world, owner, other.id)).toMatchObject({ status: ExportJobStatus.Finished })
  await world.pool.query('update export set tries = 5, due_at = $2 where id = $1', [broken.id, world.clock.now()])
  expect(await ended(world, owner, broken.id)).toMatchObject({ status: ExportJobStatus.Failed, reason: 'broken' })
})
