import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { decimalOf, micros } from '@hongyan/contract/money'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movesOf } from '../../../../test/moves.ts'
import { textOf } from '../../../../test/pdf-text.ts'
import { eventually } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const on = (moment: string): Date => new Date(`${moment}Z`)
const NAME = '北京鸿雁传书科技有限公司'
const chinese = { 'accept-language': 'zh-CN' }
const MONTH = { query: { month: '2026-10' } }

/** A mainland account whose October begins and ends at midnight in Shanghai. */
async function newOwner(name = NAME): Promise<SignedIn> {
  const made = await world.account({ partition: 'cn', balance: '0', realname_name: name })
  const { credit, gift, accept, settle } = movesOf(world.pool, made.id)
  await credit(1_000_000n, on('2026-09-30T15:59:59.999'), 'alipay')
  await credit(1_284_379_200n, on('2026-09-30T16:00:00.000'), 'alipay')
  const text = { country: 'CN', scene: 1, parts: 1, unit: 45_001n } as const
  await settle(await accept([text, text], on('2026-10-31T15:00:00')), 'post', on('2026-10-31T15:59:59.999'))
  await gift(500_000n, on('2026-10-31T16:00:00.000'))
  return made
}

const pdf = async (
  response: Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<readonly string[]> => {
  const { status, body } = await response
  expect([status, Buffer.isBuffer(body)]).toEqual([200, true])
  return textOf(body as Buffer) // the line above checked it
}

describe('a month', () => {
  test('begins and ends at midnight in the account’s time zone, to the millisecond', async () => {
    const mine = await newOwner()
    expect(await mine.call(transactions.statement, MONTH)).toMatchObject({
      time_zone: 'Asia/Shanghai',
      from: '2026-10-01',
      to: '2026-10-31',
      final: true,
      opening: '1.000000',
      in: '1284.379200',
      out: '0.090002',
      closing: '1285.289198',
      account: { name: NAME },
      lines: [
        { amount: '1284.379200', at: '2026-09-30T16:00:00.000Z', balance_after: '1285.379200' },
        {
          amount: '0.090002',
          at: '2026-10-31T15:59:59.999Z',
          balance_after: '1285.289198',
          description: { kind: 'usage' },
        },
      ],
    })
    const november = await mine.call(transactions.statement, { query: { month: '2026-11' } })
    expect(november).toMatchObject({ opening: '1285.289198', in: '0.500000', final: false })
  })

  test('that has not begun has no statement, and an invalid month is refused', async () => {
    const mine = await world.account()
    for (const row of [transactions.statement, transactions.statementCsv, transactions.statementPdf]) {
      for (const month of ['2026-12', '2026-13', '26-11', '2026-1', '2026-11-01']) {
        expect(await mine.ask(row, { query: { month } })).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_request', field: 'month' } },
        })
      }
      expect(await mine.ask(row)).toMatchObject({ status: 400, body: { error: { code: 'missing_params' } } })
    }
  })
})

describe('a statement as PDF', () => {
  test('shows the account, the month and the sums in Chinese', async () => {
    const mine = await newOwner()
    const text = await pdf(mine.ask(transactions.statementPdf, { ...MONTH, headers: chinese }))
    expect(text).toEqual(
      expect.arrayContaining([
        '对账单 2026-10',
        '期初余额',
        '¥1.000000',
        '¥1,284.379200',
        '¥0.090002',
        '期末余额',
        '¥1,285.289198',
        '2026-10-31',
        '短信消费 · 2 条短信',
        '对账单 2026-10 · 第 1 页，共 1 页',
      ]),
    )
    expect(text.join('')).toContain(NAME)
  })

  test('shows the same in English, with page numbers and a file name', async () => {
    const mine = await world.account({ balance: '0', firstname: 'Ada', lastname: 'Byron' })
    const { credit } = movesOf(world.pool, mine.id)
    for (let minute = 10; minute < 45; minute += 1) await credit(20_000_000n, on(`2026-10-05T10:${minute}:00`))
    const response = await mine.ask(transactions.statementPdf, MONTH)
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="statement-2026-10-[0-9a-z]+\.pdf"$/)
    const text = await pdf(Promise.resolve(response))
    expect(text).toEqual(
      expect.arrayContaining([
        'Statement of account 2026-10',
        '$700.00',
        '2026-10-05 10:44:00',
        'Statement of account 2026-10 · Page 1 of 2',
        'Statement of account 2026-10 · Page 2 of 2',
      ]),
    )
    expect(text.join('')).toContain('Ada Byron')
  })
})

test('a PDF requested while many others wait is refused with a time to retry', async () => {
  const mine = await world.account()
  const response = Array.from({ length: 20 }, () => mine.ask(transactions.statementPdf, MONTH))
  const statuses = new Set((await Promise.all(response)).map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 503]))
  expect(await mine.ask(transactions.statementPdf, MONTH)).toMatchObject({ status: 200 })
})

describe('a statement as CSV', () => {
  const rowsOf = async (mine: SignedIn, headers = {}) => {
    const { body } = await mine.ask(transactions.statementCsv, { ...MONTH, headers })
    const rows: Record<string, string>[] = parse(String(body), { bom: true, columns: true })
    return rows
  }

  test('runs from the opening to the closing balance, and its columns add up to its last row', async () => {
    const rows = await rowsOf(await newOwner(), chinese)
    expect(rows.map((row) => [row['说明'], row['收入'], row['支出'], row['余额']])).toEqual([
      ['期初余额', '', '', '1.000000'],
      ['入账', '1284.379200', '', '1285.379200'],
      ['短信消费 · 2 条短信', '', '0.090002', '1285.289198'],
      ['期末余额', '1284.379200', '0.090002', '1285.289198'],
    ])
  })

  test('has every line of a month once, in their order, also beyond the lines that are formatted at once', async () => {
    const mine = await world.account({ balance: '0' })
    const { credit } = movesOf(world.pool, mine.id)
    const at = on('2026-10-02T00:00:00').getTime()
    for (let nr = 1; nr <= 510; nr += 1) await credit(BigInt(nr), new Date(at + nr * 1_000))
    const rows = await rowsOf(mine)
    const amounts = Array.from({ length: 510 }, (_, nr) => decimalOf(micros(BigInt(nr + 1))))
    expect(rows.slice(1, -1).map((row) => Object.values(row)[4])).toEqual(amounts)
  })

  test('has no cell that a spreadsheet executes, and a negative balance stays a number', async () => {
    const mine = await world.account({ balance: '0', realname_name: '=HYPERLINK("https://example.com")' })
    const { credit, dispute, gift } = movesOf(world.pool, mine.id)
    const charge = await credit(5_000_000n, on('2026-10-02T00:00:00'))
    const { accept, settle } = movesOf(world.pool, mine.id)
    const text = { country: 'US', scene: 2, parts: 1, unit: 4_000_000n } as const
    await settle(await accept([text], on('2026-10-03T00:00:00')), 'post', on('2026-10-03T00:00:01'))
    await dispute(5_000_000n, on('2026-10-04T00:00:00'), charge)
    await gift(1_000_000n, on('2026-10-05T00:00:00'))
    const rows = await rowsOf(mine)
    const cells = rows.flatMap((row) => Object.values(row))
    expect(cells).toContain('-4.000000')
    expect(cells.filter((cell) => /^[=+@\t\r-]/.test(cell) && !/^-\d+\.\d{6}$/.test(cell))).toEqual([])
  })
})

describe('receipts', () => {
  const chargeOf = async (mine: SignedIn): Promise<string> => {
    const lines = await mine.call(transactions.list, { query: { type: 1 } })
    return lines[0]?.id ?? ''
  }
  const numberOf = async (mine: SignedIn) =>
    (await mine.call(transactions.list, { query: { type: 1 } }))[0]?.receipt?.number

  test('are issued once for a charge, show payer and amount, and keep their number and name', async () => {
    const mine = await newOwner()
    const id = await chargeOf(mine)
    const first = await pdf(mine.ask(transactions.receipt, { params: { id }, headers: chinese }))
    const number = await numberOf(mine)
    expect(number).toMatch(/^CN-\d{8}$/)
    expect(first).toEqual(expect.arrayContaining([`收据 ${number}`, '支付宝', '2026-10-01 00:00:00 北京时间（UTC+8）']))
    expect(first.join('')).toContain('¥1,284.3792 CNY')
    await world.pool.query('update account set realname_name = $2 where id = $1', [mine.id, '别的名字'])
    const again = await pdf(mine.ask(transactions.receipt, { params: { id }, headers: chinese }))
    expect(again.join('')).toContain(NAME)
    expect(await numberOf(mine)).toBe(number)
  })

  test('are numbered without a gap in their partition, even when many are issued at once', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => world.account({ balance: '10' })))
    const twice = [...owners, ...owners]
    await Promise.all(
      twice.map(async (mine) => {
        const id = await chargeOf(mine)
        // Without a build the PDFs are drawn in this process, which can outlast the locks of the other issues: those
        // are refused as busy and ask again, as a customer does.
        const answer = await eventually(
          () => mine.ask(transactions.receipt, { params: { id } }),
          ({ status }) => status !== 503,
        )
        expect(answer).toMatchObject({ status: 200 })
      }),
    )
    const { rows } = await world.pool.query<{ number: bigint }>(
      `select number from charge_receipt where partition = 'us' order by number`,
    )
    expect(rows.map(({ number }) => number)).toEqual(owners.map((_, place) => BigInt(place + 1)))
  })

  test('exist for charges only', async () => {
    const mine = await world.account({ balance: '0' })
    const gift = await movesOf(world.pool, mine.id).gift(1n, on('2026-11-01T00:00:00'))
    expect(await mine.ask(transactions.receipt, { params: { id: gift } })).toMatchObject({ status: 404 })
    const { rows } = await world.pool.query('select from charge_receipt where account_id = $1', [mine.id])
    expect(rows).toEqual([])
  })
})
