import { DAY, MINUTE } from '@hongyan/contract/durations'
import { audiences, type Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { type AudienceId, BroadcastId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ParseResult, RecipientSource, SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../../kit/ids.ts'
import { crashed } from '../../../../test/crashed.ts'
import { newUpload } from '../../../../test/forms.ts'
import { handmade } from '../../../../test/workbooks.ts'
import { filesOf } from '../../../../test/stored-files.ts'
import { readCsv } from '../../../../test/table-readers.ts'
import { retryableErrors } from '../../../broadcasts/retryable.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const { Input, File } = RecipientSource
const RETRYABLE = retryableErrors[0] ?? ''

/** So many rows of one number. */
const ROWS = process.env['SCALE'] === 'full' ? 1_000_000 : 20_000
const FAILED = { state: 'failed', result: ParseResult.ParseFileFailed } as const
const headed = (rows: string): string => `<row r="1"><c r="A1" t="inlineStr"><is><t>phone</t></is></c></row>${rows}`
const FORMULAS = headed(
  '<row r="2"><c r="A2"><f>12065550100+0</f><v>12065550100</v></c></row>' +
    '<row r="3"><c r="A3" t="str"><f>WEBSERVICE("http://127.0.0.1/")</f><v>=1+1</v></c></row>',
)
const paste = (owner: SignedIn, input: string, more = {}) =>
  owner.call(audiences.create, { body: { source: Input, input, country: 'US', ...more } })

const newFile = async (owner: SignedIn, content: Uint8Array | string, name = 'people.csv') =>
  (await newUpload(owner, 'recipients', { name, content: Buffer.from(content) })).id

const readFile = (owner: SignedIn, file: Awaited<ReturnType<typeof newFile>>, more = {}) =>
  owner.call(audiences.create, { body: { source: File, file, country: 'US', ...more } })

const get = (owner: SignedIn, id: AudienceId): Promise<Audience> => owner.call(audiences.get, { params: { id } })

/** Runs the loop, and reads a list. */
async function read(owner: SignedIn, { id }: Pick<Audience, 'id'>): Promise<Audience> {
  await world.loops.run('audiences')
  return get(owner, id)
}

async function leftOut(owner: SignedIn, id: AudienceId, scene: 2 | 3 = 3, headers: Record<string, string> = {}) {
  const { status, headers: reply } = await owner.ask(audiences.leftOut, { params: { id }, query: { scene }, headers })
  expect(status).toBe(302)
  const { pathname } = new URL(String(reply['location']))
  return world.app.inject({ url: pathname })
}

const membersOf = async (id: AudienceId) =>
  (
    await world.pool.query<{ row: number; recipient: string; cells: string[] }>(
      'select row, recipient, cells from audience_member where audience_id = $1 order by row',
      [id],
    )
  ).rows

/** Runs work at a time after now, and sets the clock back. */
async function after(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  const now = world.clock.now()
  world.clock.set(new Date(now.getTime() + milliseconds))
  await work().finally(() => world.clock.set(now))
}

describe('pasted numbers', () => {
  test('pasted numbers are a list when the reply comes, with their counts and countries', async () => {
    const owner = await world.account()
    const list = await paste(owner, '+12065550100\n(206) 555-0101\n+8613800138000\n12\n2065550100')
    expect(list).toMatchObject({
      source: Input,
      name: null,
      state: 'ready',
      progress: 100,
      result: ParseResult.Ok,
      problem: null,
      counts: { rows: 5, valid: 3, invalid: 1, duplicates: 1 },
      countries: [
        { country: 'US', recipients: 2 },
        { country: 'CN', recipients: 1 },
      ],
      columns: [],
      phone_column: null,
      sample: [
        { row: 1, to: '+1 206••• ••00', cells: [] },
        { row: 2, to: '+1 206••• ••01', cells: [] },
        { row: 3, to: '+86 1380••• ••00', cells: [] },
      ],
    })
    expect((await membersOf(list.id)).map(({ recipient }) => recipient)).toEqual([
      '+12065550100',
      '+12065550101',
      '+8613800138000',
    ])
  })

  test('pasted numbers of which none is valid are a list that failed', async () => {
    const owner = await world.account()
    expect(await paste(owner, 'abc')).toMatchObject({ state: 'failed', result: ParseResult.NoValidPhoneNumbers })
    expect(await paste(owner, '\n')).toMatchObject({ state: 'failed', result: ParseResult.EmptyFile })
  })

  test('pasted numbers for a country without a calling code are refused', async () => {
    const owner = await world.account()
    const body = { source: Input, input: '+12065550100', country: 'ZZ' }
    expect(await owner.ask(audiences.create, { body })).toMatchObject({
      status: 400,
      body: { error: { field: 'country' } },
    })
  })
})

describe('a file', () => {
  test('a file is read by the loop, and its columns and rows are kept', async () => {
    const owner = await world.account()
    const file = await newFile(owner, "phone,name\n+12065550100,Ann\n+12065550101,'\"O''Brien\"\n")
    const begun = await readFile(owner, file)
    expect(begun).toMatchObject({ state: 'parsing', result: null, name: 'people.csv', source: File })
    const list = await read(owner, begun)
    expect(list).toMatchObject({
      state: 'ready',
      phone_column: 'phone',
      columns: [
        { name: 'phone', phones: 100 },
        { name: 'name', sample: ['Ann', `'"O''Brien"`] },
      ],
      sample: [{ row: 1, to: '+1 206••• ••00', cells: ['+1 206••• ••00', 'Ann'] }, { row: 2 }],
    })
    expect(await membersOf(list.id)).toEqual([
      { row: 1, recipient: '+12065550100', cells: ['+12065550100', 'Ann'] },
      { row: 2, recipient: '+12065550101', cells: ['+12065550101', `'"O''Brien"`] },
    ])
  })

  test('a file with two columns of numbers is read again by the chosen one', async () => {
    const owner = await world.account()
    const file = await newFile(owner, 'mobile,phone\n+12065550100,+12065550101\n')
    const unclear = await read(owner, await readFile(owner, file))
    expect(unclear).toMatchObject({
      state: 'failed',
      result: ParseResult.ParseFileFailed,
      problem: 'two_phone_columns',
    })
    expect(unclear.columns.map(({ name }) => name)).toEqual(['mobile', 'phone'])
    const list = await read(owner, await readFile(owner, file, { phone_column: 'phone' }))
    expect(list).toMatchObject({ state: 'ready', phone_column: 'phone', counts: { valid: 1 } })
  })

  test('a file may be a workbook, of which a sheet is chosen', async () => {
    const owner = await world.account()
    const sheets = [
      { name: 'Notes', rows: [['Nothing', 'here']] },
      { name: 'People', rows: [['Phone'], ['+12065550100']] },
    ]
    const file = await newFile(owner, await writeXlsx({ sheets }), 'people.xlsx')
    const first = await read(owner, await readFile(owner, file))
    expect(first).toMatchObject({ state: 'failed', problem: 'no_phone_column', sheets: ['Notes', 'People'] })
    const list = await read(owner, await readFile(owner, file, { sheet: 'People' }))
    expect(list).toMatchObject({ state: 'ready', sheet: 'People', counts: { valid: 1 } })
  })

  test.each([
    [
      'two headings of one name',
      'phone,name,name\n+12065550100,A,B\n',
      { state: 'failed', problem: 'duplicate_headers' },
    ],
    [
      'numbers in scientific notation',
      'phone\n1.38E+10\n+12065550100\n',
      { state: 'ready', counts: { rows: 2, valid: 1, scientific: 1 } },
    ],
    ['formulas', handmade(FORMULAS), { state: 'ready', counts: { rows: 2, valid: 1, invalid: 1 } }],
    ['entities that grow', handmade('<!DOCTYPE x [<!ENTITY a "&a;&a;">]>'), FAILED],
  ])('a file with %s ends as its owner can resolve it', async (_, content, wanted) => {
    const owner = await world.account()
    const name = typeof content === 'string' ? 'people.csv' : 'people.xlsx'
    const list = await read(owner, await readFile(owner, await newFile(owner, content, name)))
    expect(list).toMatchObject(wanted)
  })

  test('a file of very many rows of one number is one recipient and as many duplicates', async () => {
    const owner = await world.account()
    const file = await newFile(owner, '2065550100\n'.repeat(ROWS))
    const list = await read(owner, await readFile(owner, file))
    expect(list).toMatchObject({ state: 'ready', counts: { rows: ROWS, valid: 1, duplicates: ROWS - 1 } })
    expect(await membersOf(list.id)).toHaveLength(1)
  })

  test('whose long values and headings are cut in the middle of a character is kept', async () => {
    const owner = await world.account()
    const [heading, value] = [`${'h'.repeat(63)}😀`, `${'v'.repeat(99)}😀`]
    const file = await newFile(owner, `phone,${heading}\n+12065550100,${value}\n`)
    const list = await read(owner, await readFile(owner, file))
    expect(list).toMatchObject({ state: 'ready', sample: [{ cells: ['+1 206••• ••00', value] }] })
    expect(list.columns[1]).toMatchObject({ name: `${'h'.repeat(63)}\uFFFD`, sample: [`${'v'.repeat(99)}\uFFFD`] })
  })

  test('that another list is still read from goes to the newer list', async () => {
    const owner = await world.account()
    const file = await newFile(owner, '+12065550100\n')
    const earlier = await readFile(owner, file)
    const list = await read(owner, await readFile(owner, file, { country: 'CN' }))
    expect(list).toMatchObject({ state: 'ready', country: 'CN' })
    expect(await get(owner, earlier.id)).toMatchObject({ state: 'failed' })
    expect(await membersOf(earlier.id)).toEqual([])
  })

  test('a file of another account, of another purpose or unknown is refused', async () => {
    const [owner, stranger] = [await world.account(), await world.account()]
    const theirs = await newFile(stranger, '+12065550100\n')
    const evidence = await newUpload(owner)
    for (const file of [theirs, evidence.id, uuidv7(world.clock.now())]) {
      const answer = await owner.ask(audiences.create, { body: { source: File, file, country: 'US' } })
      expect(answer).toMatchObject({ body: { error: { code: 'upload_unavailable', field: 'file' } } })
    }
  })
})

test('an account has at most three lists that are read', async () => {
  const owner = await world.account()
  const files: Awaited<ReturnType<typeof newFile>>[] = []
  for (let nr = 0; nr < 4; nr += 1) files.push(await newFile(owner, `+1206555010${nr}\n`))
  const [first, second, third, fourth] = files
  for (const file of [first, second, third])
    await owner.call(audiences.create, { body: { source: File, file, country: 'US' } })
  const body = { source: File, file: fourth, country: 'US' }
  expect(await owner.ask(audiences.create, { body })).toMatchObject({
    status: 429,
    body: { error: { code: 'too_many_lists' } },
  })
  await world.loops.run('audiences')
  expect(await owner.ask(audiences.create, { body })).toMatchObject({ status: 200 })
  await world.loops.run('audiences')
})

describe('the file of left-out rows', () => {
  test('has the rows of the source, and those that lists rule out for the scene, without formulas', async () => {
    const owner = await world.account()
    const list = (entries: string[], reason: 'block' | 'opt_out', scenes?: MessageScene[]) =>
      owner.call(recipients.import, { body: { recipients: entries, reason, ...(scenes && { scenes }), note: '' } })
    await list(['+12065550101'], 'block')
    await list(['+12065550102'], 'opt_out', [MessageScene.Marketing])
    const { id, kept_back: kept } = await paste(
      owner,
      ['+12065550100', '+12065550101', '+12065550102', '=1+1', '1.38E+10', '+12065550100'].join('\n'),
    )
    expect(kept).toMatchObject({
      notification: { blocked: 1, opted_out: 0 },
      marketing: { blocked: 1, opted_out: 1 },
    })
    const { headers, body, rawPayload } = await leftOut(owner, id)
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'private, no-store' })
    expect(body.startsWith('\uFEFF')).toBe(true)
    const ofSource = [
      ['Row', 'Value', 'Reason'],
      ['4', "'=1+1", 'Not a phone number'],
      ['5', '1.38E+10', 'Written as 1.38E+10: digits are lost'],
      ['6', "'+12065550100", 'Same number as an earlier row'],
      ['2', "'+12065550101", 'Blocked by your recipient list'],
    ]
    expect(readCsv(rawPayload)).toEqual([...ofSource, ['3', "'+12065550102", 'Opted out']])
    expect(readCsv((await leftOut(owner, id, 2)).rawPayload)).toEqual(ofSource)
    const chinese = await leftOut(owner, id, 3, { 'accept-language': 'zh-CN' })
    expect(readCsv(chinese.rawPayload)[1]).toEqual(['4', "'=1+1", '不是有效的手机号码'])
  })

  test('a number that several rules keep from a message is counted once, as the file has it once', async () => {
    const owner = await world.account()
    const [blocked, optedOut, silent, reached] = ['+12065550101', '+12065550102', '+12065550103', '+12065550104']
    const { id } = await paste(owner, [blocked, optedOut, silent, reached].join('\n'))
    await owner.call(recipients.add, { body: { recipient: blocked, reason: 'block' } })
    await owner.call(recipients.add, {
      body: { recipient: optedOut, reason: 'opt_out', scenes: [MessageScene.Marketing] },
    })
    await world.pool.query('update audience_member set unreached = true where audience_id = $1 and recipient <> $2', [
      id,
      reached,
    ])
    const { kept_back: kept } = await get(owner, id)
    expect(kept).toEqual({
      notification: { blocked: 1, opted_out: 0, country: 0, unreached: 2 },
      marketing: { blocked: 1, opted_out: 1, country: 0, unreached: 1 },
    })
    for (const scene of [2, 3] as const) {
      const [, ...rows] = readCsv((await leftOut(owner, id, scene)).rawPayload)
      expect(rows.map(([, value]) => value)).toEqual([blocked, optedOut, silent].map((number) => `'${number}`))
    }
  })

  test('the file of left-out rows is encrypted where it is stored', async () => {
    const owner = await world.account()
    const before = new Set(await filesOf(world))
    const { id } = await paste(owner, '+12065550100\nsecret words')
    const [file, ...others] = (await filesOf(world)).filter((each) => !before.has(each))
    expect([file !== undefined, others]).toEqual([true, []])
    expect((await leftOut(owner, id)).body).toContain('secret words')
  })

  test('opens under its own link alone, for a quarter of an hour', async () => {
    const owner = await world.account()
    const { id } = await paste(owner, '+12065550100')
    const { headers } = await owner.ask(audiences.leftOut, { params: { id }, query: { scene: 3 } })
    const { pathname } = new URL(String(headers['location']))
    const statusOf = async (url: string) => (await world.app.inject({ url })).statusCode
    expect(await statusOf(pathname)).toBe(200)
    expect(await statusOf(pathname.replace('/3/', '/2/'))).toBe(404)
    expect(await statusOf(`${pathname.slice(0, -1)}_`)).toBe(404)
    await after(16 * MINUTE, async () => expect(await statusOf(pathname)).toBe(404))
  })
})

test('a list whose reading broke off is read anew from its beginning, with every row once', async () => {
  const owner = await world.account()
  const file = await newFile(owner, 'phone\n+12065550100\n+12065550101\nnone\n')
  const { id } = await readFile(owner, file)
  // A process that died had claimed the list and added some of its members.
  await world.pool.query('update audience set claim = gen_random_uuid(), tries = 1, progress = 40 where id = $1', [id])
  await world.pool.query(
    `insert into audience_member (account_id, audience_id, row, recipient, country, cells)
     values ($1, $2, 1, '+12065550100', 'US', '{}'), ($1, $2, 9, '+12065550199', 'US', '{}')`,
    [owner.id, id],
  )
  const list = await read(owner, { id })
  expect(list).toMatchObject({ state: 'ready', counts: { rows: 3, valid: 2, invalid: 1 } })
  expect((await membersOf(id)).map(({ row }) => row)).toEqual([1, 2])
})

test('a list that fails again and again is given up', async () => {
  const owner = await world.account()
  const { id } = await readFile(owner, await newFile(owner, '+12065550100\n'))
  await world.pool.query('update audience set tries = 5 where id = $1', [id])
  expect(await read(owner, { id })).toMatchObject({ state: 'failed', result: ParseResult.ParseFileFailed })
})

test('a list that no broadcast uses is deleted after a day, with its members and its file', async () => {
  const owner = await world.account()
  const file = await newFile(owner, '+12065550100\nnone\n')
  const list = await read(owner, await readFile(owner, file))
  expect(Date.parse(list.expires_at) - Date.parse(list.created_at)).toBe(DAY)
  await after(DAY + MINUTE, async () => {
    expect(await owner.ask(audiences.get, { params: { id: list.id } })).toMatchObject({ status: 404 })
    await world.loops.run('audience-deletions')
    await world.loops.run('uploads')
  })
  expect(await membersOf(list.id)).toEqual([])
  expect((await world.pool.query('select from audience where id = $1', [list.id])).rowCount).toBe(0)
  expect(await filesOf(world)).toEqual([])
})

/** A broadcast over a list, with what became of its rows. */
async function newBroadcast(
  owner: SignedIn,
  audience: AudienceId,
  status: SendJobStatus,
  errors: Record<number, string>,
) {
  const now = world.clock.now()
  const id = BroadcastId.parse(uuidv7(now))
  await world.pool.query(
    `insert into broadcast (account_id, id, name, audience_id, source, source_name, scene, message, plan, text,
       price_book_version, content_hash, status, phase, recipients, quoted_micros, starts_at, finished_at, created_at)
     values ($1, $2, 'Sale', $3, 2, 'people.csv', 2, '{}', '{}', 'Hello', 1, '', $4, 'ended', 3, 0, $5, $6, $5)`,
    [owner.id, id, audience, status, now, status === SendJobStatus.Finished ? now : null],
  )
  for (const [row, error] of Object.entries(errors)) {
    await world.pool.query(
      `insert into broadcast_send (account_id, broadcast_id, row, country, state, error_code, at)
       values ($1, $2, $3, 'US', $4, $5, $6)`,
      [owner.id, id, row, error === '' ? 'delivered' : 'failed', error === '' ? null : error, now],
    )
  }
  return id
}

test('a retry is a list of the recipients whose error may go by itself, with their rows and cells', async () => {
  const owner = await world.account()
  const file = await newFile(owner, 'phone,name\n+12065550100,Ann\n+12065550101,Bo\n+12065550102,Cy\n')
  const list = await read(owner, await readFile(owner, file))
  const id = await newBroadcast(owner, list.id, SendJobStatus.Finished, { 1: '', 2: 'no_route', 3: RETRYABLE })
  const call = { params: { id }, headers: { 'idempotency-key': 'retry' } }
  const again = await owner.call(broadcasts.retry, call)
  await crashed(world, owner)
  expect(await owner.call(broadcasts.retry, call)).toEqual(again)
  expect(again).toMatchObject({
    state: 'ready',
    source: File,
    name: 'people.csv',
    phone_column: 'phone',
    counts: { rows: 1, valid: 1 },
    sample: [{ row: 3, cells: ['+1 206••• ••02', 'Cy'] }],
  })
  expect(again.columns.map(({ name }) => name)).toEqual(['phone', 'name'])
  const delivered = await newBroadcast(owner, list.id, SendJobStatus.Finished, { 1: '' })
  expect(await owner.ask(broadcasts.retry, { params: { id: delivered } })).toMatchObject({
    body: { error: { code: 'no_retryable' } },
  })
})

test('a list is kept while a broadcast waits or runs, and for thirty days after its end', async () => {
  const owner = await world.account()
  const [waiting, ended] = [await paste(owner, '+12065550100'), await paste(owner, '+12065550101')]
  await newBroadcast(owner, waiting.id, SendJobStatus.Queued, {})
  const id = await newBroadcast(owner, ended.id, SendJobStatus.Finished, {})
  const statusOf = async (list: Audience) => (await owner.ask(audiences.get, { params: { id: list.id } })).status
  await after(DAY - MINUTE, () => world.loops.run('audience-deletions'))
  await after(DAY + MINUTE, async () => expect([await statusOf(waiting), await statusOf(ended)]).toEqual([200, 200]))
  await after(30 * DAY + MINUTE, () => world.loops.run('audience-deletions'))
  const kept = await world.pool.query('select id from audience where account_id = $1', [owner.id])
  expect(kept.rows).toEqual([{ id: waiting.id }])
  const { rows } = await world.pool.query('select audience_gone from broadcast where id = $1', [id])
  expect(rows).toEqual([{ audience_gone: true }])
})

test('marketing does not reach numbers whose clock is outside of the sending hours', async () => {
  const owner = await world.account()
  const { id } = await paste(owner, '+12065550100\n+12125550100\n+8613800138000')
  const quietAt = async (moment: string) => {
    const now = world.clock.now()
    world.clock.set(new Date(moment))
    await world.pool.query('update audience set delete_after = $2 where id = $1', [id, '2027-01-01'])
    return get(owner, id).finally(() => world.clock.set(now))
  }
  // 09:30 in New York, 06:30 in Seattle, 22:30 in China.
  expect(await quietAt('2026-11-24T14:30:00Z')).toMatchObject({ quiet_now: 2 })
  // 15:00, 12:00 and 04:00.
  expect(await quietAt('2026-11-24T20:00:00Z')).toMatchObject({ quiet_now: 1 })
})
