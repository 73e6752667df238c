import { transactionFapiao } from '@hongyan/contract/endpoints/finance/fapiao'
import { micros } from '@hongyan/contract/money'
import { billing, invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { InvoiceId, TicketId, TransactionId } from '@hongyan/contract/ids'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newIssuedInvoice, newDraftInvoice } from '../../../../test/new-invoices.ts'
import { movesOf } from '../../../../test/moves.ts'
import { textOf } from '../../../../test/pdf-text.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { commands } from '../../../commands.ts'
import { readArguments } from '../../../kit/command.ts'
import { newLogger } from '../../../kit/logger.ts'

const UNIT = 1_000_000n
const { Draft, Open, Uncollectible, Void } = InvoiceStatus

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const owner = (partition: 'us' | 'cn' = 'us') => world.account({ balance: '0', partition })
const get = (of: SignedIn, id: InvoiceId) => of.call(invoices.get, { params: { id } })
const code = (wanted: string, more: object = {}) =>
  expect.objectContaining({ error: expect.objectContaining({ code: wanted, ...more }) })
const pdf = async (of: SignedIn, id: InvoiceId, headers: Record<string, string> = {}) => {
  const { status, body, headers: got } = await of.ask(invoices.pdf, { params: { id }, headers })
  expect([status, Buffer.isBuffer(body)]).toEqual([200, true])
  return { name: String(got['content-disposition']), lines: textOf(body as Buffer) } // the line above checked it
}
const acme = {
  legal_name: '北京鸿雁传书科技有限公司',
  address: '北京市海淀区 1 号',
  country: 'CN',
  tax_id: '91999999EJGC9P6N5T',
  emails: [],
  po: 'PO-2026',
  language: 'zh-CN',
} as const

/** Runs a command of staff. */
async function hongyan(name: string, ...typed: readonly string[]) {
  const command = commands.find((known) => known.name === name)
  if (command === undefined) throw new Error(`there is no command ${name}`)
  return command.run({ ...world, log: newLogger('silent') }, readArguments(command, typed))
}

/** Copies an account's invoice to another month, with changes. */
async function copyInvoice(of: SignedIn, month: string, change: string): Promise<void> {
  await world.pool.query(
    `insert into invoice select (jsonb_populate_record(i, jsonb_build_object(
       'id', uuidv7(), 'number', 'X-' || $2 || '-' || right(i.id::text, 8), 'from_day', $2 || '-01', 'to_day', $2 || '-28') || $3::jsonb)).*
       from invoice i where account_id = $1 order by i.from_day desc limit 1`,
    [of.id, month, change],
  )
}

test('the list is newest first, has a total, and is narrowed by status, months and overdue', async () => {
  const mine = await owner()
  await newIssuedInvoice(world, mine, 50n * UNIT)
  await copyInvoice(mine, '2026-08', '{"due_on": "2026-10-01", "status": 4}')
  await copyInvoice(mine, '2026-09', '{"due_on": "2026-11-01"}')
  const months = async (query: object) => {
    const { body, headers } = await mine.ask(invoices.list, { query })
    const rows = invoices.list.reply.parse(body)
    return [rows.map(({ from, overdue_days: days }) => `${from} ${days}`), Number(headers['x-total-count'])]
  }
  const [oct, sep, aug] = ['2026-10-01 0', '2026-09-01 19', '2026-08-01 50']
  expect(await months({})).toEqual([[oct, sep, aug], 3])
  expect(await months({ limit: 1, offset: 1 })).toEqual([[sep], 3])
  expect(await months({ status: Uncollectible })).toEqual([[aug], 1])
  expect(await months({ overdue: 'true' })).toEqual([[sep, aug], 2])
  expect(await months({ overdue: 'false' })).toEqual([[oct], 1])
  expect(await months({ from: '2026-09', to: '2026-09' })).toEqual([[sep], 1])
  expect(await months({ status: Open, from: '2026-10' })).toEqual([[oct], 1])
  expect(await mine.ask(invoices.list, { query: { from: '2026-13' } })).toMatchObject({ status: 400 })
})

test('an account without an invoice sees the date and the current amount of its first one', async () => {
  const mine = await world.account({ balance: '0', partition: 'cn', credit_enabled: true })
  expect(await mine.call(invoices.next)).toEqual({ on: '2026-12-02', drawn: '0.000000' })
  const moves = movesOf(world.pool, mine.id)
  const now = world.clock.now()
  await moves.settle(await moves.accept([{ country: 'CN', scene: 1, parts: 2, unit: 45_000n }], now), 'post', now)
  expect(await mine.call(invoices.next)).toEqual({ on: '2026-12-02', drawn: '0.090000' })
  expect(await mine.call(invoices.list)).toEqual([])
})

test('a dispute opens one ticket with the line and the reason, also where two calls come at once, and the line names it', async () => {
  const mine = await owner()
  const id = await newIssuedInvoice(world, mine, 50n * UNIT)
  const { number, lines } = await get(mine, id)
  const call = { params: { id }, body: { line: lines[0]?.id ?? '', reason: 'Never sent by us' } }
  const both = await Promise.all([1, 2].map(() => mine.ask(invoices.dispute, call)))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  const [opened, ...others] = await mine.call(tickets.list, { query: {} })
  expect(others).toEqual([])
  expect((await get(mine, id)).lines).toMatchObject([{ ticket_id: opened?.id }])
  expect(await mine.call(tickets.get, { params: { id: TicketId.parse(opened?.id) } })).toMatchObject({
    subject: `Dispute on invoice ${number}`,
    category: 'billing',
    about: { kind: 'invoice', id },
    messages: [{ author: 'owner', text: 'Line: SMS · United States · Notification, $50.00\nReason: Never sent by us' }],
  })
})

test('a line is disputed once, with a reason, an own payment never, and an order number is set until the invoice is over', async () => {
  const mine = await owner()
  const id = await newIssuedInvoice(world, mine, 50n * UNIT)
  const { lines } = await get(mine, id)
  const params = { id }
  const line = lines[0]?.id ?? ''
  expect(lines).toMatchObject([
    { kind: 'usage', amount: '50.000000', usage: { iso2: 'US', messages: 1 }, disputed_at: null },
  ])
  const disputed = await mine.call(invoices.dispute, { params, body: { line, reason: 'Never sent by us' } })
  expect(disputed.lines[0]?.disputed_at).toBe(world.clock.now().toISOString())
  const seen = await hongyan('invoice show', disputed.number ?? '')
  expect(seen.line).toContain('disputed at 2026-11-20T09:00:00.000Z: Never sent by us')
  expect((await hongyan('invoice list', '--account', mine.email, '--disputed')).json).toMatchObject({
    invoices: [{ id }],
  })
  const again = { params, body: { line, reason: 'Once more' } }
  expect(await mine.ask(invoices.dispute, again)).toMatchObject({
    status: 400,
    body: code('invalid_request', { field: 'line' }),
  })
  const own = '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'
  await world.db
    .insertInto('invoice_line')
    .values({ account_id: mine.id, id: own, invoice_id: id, kind: 'repaid', amount_micros: micros(-1n) })
    .execute()
  const ofOwn = { params, body: { line: own, reason: 'Paid by me' } }
  expect(await mine.ask(invoices.dispute, ofOwn)).toMatchObject({ status: 400 })
  await world.db.deleteFrom('invoice_line').where('id', '=', own).execute()
  expect(await mine.call(invoices.setPo, { params, body: { po: ' PO-1 ' } })).toMatchObject({ po: 'PO-1' })
  expect(await mine.call(invoices.setPo, { params, body: { po: '' } })).toMatchObject({ po: null })
  await copyInvoice(
    mine,
    '2026-09',
    '{"status": 2, "void_entry": "0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f", "ended_at": "2026-11-02T00:00:00Z", "credit_note": "X"}',
  )
  const [gone] = await mine.call(invoices.list, { query: { status: Void } })
  const over = InvoiceId.parse(gone?.id)
  expect(await mine.ask(invoices.setPo, { params: { id: over }, body: { po: 'PO-2' } })).toMatchObject({
    status: 409,
    body: code('invoice_not_open'),
  })
  expect(gone).toMatchObject({ outstanding: '0.000000', overdue_days: 0 })
  expect((await pdf(mine, over)).lines).toContain('VOID: no payment is due.')
})

test('the PDF shows amount, customer, due date and payments in the language of its billing details', async () => {
  const mine = await owner('cn')
  await mine.call(billing.save, { body: { ...acme, emails: [] } })
  const id = await newIssuedInvoice(world, mine, 1_284_379_200n)
  await mine.call(billing.save, { body: { ...acme, emails: [], legal_name: 'Somebody else', language: 'en' } })
  const { number, bank_reference: reference } = await get(mine, id)
  const { name, lines } = await pdf(mine, id)
  expect(name).toContain(`invoice-${number?.toLowerCase() ?? 'none'}-`)
  const events = [
    `账单 ${number ?? ''}`,
    '北京鸿雁传书科技有限公司',
    '税号：91999999EJGC9P6N5T',
    '中国',
    'PO-2026',
    '2026-10-01 – 2026-10-31 北京时间（UTC+8）',
    '2026-12-20',
    '短信 · 美国 · 通知',
    '¥1,284.3792',
    '待付款',
    `银行转账时请备注：${reference ?? ''}。`,
    '沙箱模式下生成，无需实际付款。',
  ]
  expect(events.filter((line) => !lines.includes(line))).toEqual([])
  await movesOf(world.pool, mine.id).credit(2_000n * UNIT, world.clock.now())
  await mine.call(invoices.pay, { params: { id }, body: { amount: '1284.3792', channel: 'balance' } })
  const paid = (await pdf(mine, id)).lines
  expect(['已付清：无未付金额。', '余额', '¥0.0000 CNY'].filter((line) => !paid.includes(line))).toEqual([])
  expect(paid.join('\n')).not.toContain('银行转账时请备注')
})

test('a draft’s PDF is a preview, in the caller’s language and under the owner’s name without billing details', async () => {
  const mine = await owner()
  const id = await newDraftInvoice(world, mine, 50n * UNIT)
  expect(await get(mine, id)).toMatchObject({ status: Draft, number: null, fapiao: null })
  expect((await pdf(mine, id)).lines).toEqual(
    expect.arrayContaining(['Invoice Preview', mine.email, 'SMS · United States · Notification', '$50.00']),
  )
  expect((await pdf(mine, id, { 'accept-language': 'zh-CN' })).lines).toContain('账单 预览')
})

test('the CSV adds up to the total and has no cell that a spreadsheet executes', async () => {
  const mine = await owner()
  const id = await newIssuedInvoice(world, mine, 50n * UNIT)
  await world.pool.query(
    `insert into invoice_line (account_id, id, invoice_id, kind, amount_micros, text) values ($1, uuidv7(), $2, 'adjustment', -1, '=1+1')`,
    [mine.id, id],
  )
  const { body } = await mine.ask(invoices.csv, { params: { id } })
  const rows: string[][] = parse(String(body), { bom: true })
  expect(rows.map((row) => [row[0], row[1], row[7], row[8]])).toEqual([
    ['Type', 'Description', 'Amount', 'Currency'],
    ['SMS', 'SMS · United States · Notification', '50.000000', 'USD'],
    ['Adjustment', "'=1+1", '-0.000001', 'USD'],
    ['Total', '', '50.000000', 'USD'],
  ])
})

test('a tax invoice of a mainland account is for the part that funds did not pay, and staff list and issue it', async () => {
  const mine = await owner('cn')
  const id = await newIssuedInvoice(world, mine, 100n * UNIT)
  const params = { id }
  const details = { kind: 'general', title: '鸿雁', tax_no: '91999999EJGC9P6N5T', email: 'books@example.com' } as const
  expect(await mine.call(invoices.fapiao, { params, body: details })).toMatchObject({ amount: '100.000000' })
  await movesOf(world.pool, mine.id).credit(30n * UNIT, world.clock.now())
  await mine.call(invoices.pay, { params, body: { amount: '30', channel: 'balance' } })
  expect((await get(mine, id)).fapiao).toMatchObject({ status: 'requested', amount: '70.000000' })
  expect((await hongyan('fapiao list')).line).toContain(`70.000000 CNY for invoice ${id}`)
  await hongyan('fapiao issue', mine.email, id, '--number', 'F-1')
  expect((await get(mine, id)).fapiao).toMatchObject({ status: 'issued', number: 'F-1', amount: '70.000000' })
  expect(await mine.ask(invoices.fapiao, { params, body: details })).toMatchObject({
    body: code('fapiao_already_issued'),
  })
  const american = await owner()
  const other = { id: await newIssuedInvoice(world, american, UNIT) }
  expect(await american.ask(invoices.fapiao, { params: other, body: details })).toMatchObject({
    body: code('fapiao_not_possible'),
  })
})

test('a transfer that paid an invoice has a tax invoice for its rest only', async () => {
  const mine = await owner('cn')
  const { number } = await get(mine, await newIssuedInvoice(world, mine, 100n * UNIT))
  await hongyan('invoice bank', number ?? '', '130', '--reference', 'T-1', '--by', 'Ada')
  const transfer = (await mine.call(transactions.list)).find(({ channel }) => channel === 'cash')
  const id = TransactionId.parse(transfer?.id)
  expect(await mine.call(transactionFapiao.get, { params: { id } })).toMatchObject({ amount: '30.000000' })
})
