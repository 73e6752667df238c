import { ParseResult } from '@hongyan/contract/vocabulary/job'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftOutOf, numbersOf, readFile, readPasted } from '../../test/recipients-read.ts'
import { cleanCell } from './table.ts'

const A = '+8613800138000'
const B = '+8613900139000'
const C = '+12065550123'

describe('pasted numbers', () => {
  test.each([
    ['on lines', '13800138000\n13900139000\r\n+12065550123'],
    ['between commas', '13800138000,13900139000, +12065550123'],
    ['between marks of Chinese', '13800138000，13900139000、+12065550123；'],
    ['between spaces', '13800138000 13900139000  +12065550123'],
    ['with spaces in them', '138 0013 8000\n139-0013-9000\n+1 (206) 555-0123'],
    ['with spaces in them on one line', '+86 138 0013 8000 +86 139 0013 9000 +1 206 555 0123'],
    ['in full-width digits', '１３８００１３８０００\n１３９００１３９０００\n＋１２０６５５５０１２３'],
    ['with exit codes and apostrophes', "'13800138000\n008613900139000\n0012065550123"],
  ])('%s are read', async (_, text) => {
    const read = await readPasted(text)
    expect(numbersOf(read)).toEqual([A, B, C])
    expect(read).toMatchObject({ result: ParseResult.Ok, columns: [], phoneColumn: null })
    expect(read.counts).toMatchObject({ rows: 3, valid: 3 })
  })

  test('count each kind of row and tell its reason', async () => {
    const read = await readPasted('13800138000\n+86 138 0013 8000\n12\n1.38E+10\n010 6552 9988\n+12065550123')
    expect(read.counts).toEqual({
      rows: 6,
      valid: 2,
      invalid: 1,
      scientific: 1,
      duplicates: 1,
      landline: 1,
      too_long: 0,
    })
    expect(leftOutOf(read)).toEqual([
      [2, '+86 138 0013 8000', 'duplicate'],
      [3, '12', 'invalid'],
      [4, '1.38E+10', 'scientific'],
      [5, '010 6552 9988', 'landline'],
    ])
  })

  test('pasted numbers of which none is valid end as NoValidPhoneNumbers', async () =>
    expect(await readPasted('12\n34')).toMatchObject({ result: ParseResult.NoValidPhoneNumbers }))

  test.each(['', ' \n\n', ',,,\n'])('without any, as in %j, are an empty file', async (text) =>
    expect(await readPasted(text)).toMatchObject({ result: ParseResult.EmptyFile }),
  )

  test('pasted numbers are refused above ten thousand', async () => {
    const lines = Array.from({ length: 10_001 }, (_, nr) => `1380013${String(nr).padStart(4, '0')}`)
    expect(await readPasted(lines.join(','))).toMatchObject({
      result: ParseResult.ParseFileFailed,
      problem: 'too_many_rows',
    })
    const fits = await readPasted(lines.slice(0, 10_000).join(','))
    expect(fits.counts.valid).toBe(10_000)
  })

  describe.each([
    ['between spaces', (nr: number) => `1380013${nr}`],
    ['with spaces in them', (nr: number) => `+86 138 0013 ${nr}`],
  ])('on one long line, %s,', (_, write) => {
    const line = (count: number) => Array.from({ length: count }, (__, nr) => write(1_000 + nr)).join(' ')

    test('are all read when they are pasted', async () =>
      expect((await readPasted(line(200))).counts).toMatchObject({ rows: 200, valid: 200 }))

    test('are all read from a file of several pieces', async () =>
      expect((await readFile(line(9_000))).counts).toMatchObject({ rows: 9_000, valid: 9_000 }))
  })

  test('a pasted text of more than 500 characters without a space is one row that is too long', async () => {
    const read = await readPasted(`13800138000 ${'1'.repeat(2_000)} 13900139000`)
    expect([numbersOf(read), leftOutOf(read)]).toEqual([[A, B], [[2, '1'.repeat(100), 'too_long']]])
  })

  test('pasted numbers with a second column of other values are a table', async () => {
    const read = await readPasted('13800138000,482913\n13900139000,771200')
    expect(read).toMatchObject({
      phoneColumn: 'A',
      columns: [
        { name: 'A', phones: 100 },
        { name: 'B', phones: 0 },
      ],
    })
    expect(read.rows.map(({ cells }) => cells)).toEqual([
      ['13800138000', '482913'],
      ['13900139000', '771200'],
    ])
  })
})

describe('a table', () => {
  const TABLE = 'Name;Mobile;City\nAnn;13800138000;Paris\n"Li; Wei";13900139000;"line one\nline ""two"""\n'

  test('has columns by heading, quoted cells, and rows that count from one', async () => {
    const read = await readFile(TABLE)
    expect(read).toMatchObject({ result: ParseResult.Ok, phoneColumn: 'Mobile', encoding: 'utf-8' })
    expect(read.columns.map(({ name, phones }) => [name, phones])).toEqual([
      ['Name', 0],
      ['Mobile', 100],
      ['City', 0],
    ])
    expect(read.rows).toEqual([
      { row: 1, to: A, country: 'CN', cells: ['Ann', '13800138000', 'Paris'] },
      { row: 2, to: B, country: 'CN', cells: ['Li; Wei', '13900139000', 'line one\nline "two"'] },
    ])
  })

  test.each([',', ';', '\t', '|'])('a table is cut at the delimiter %j', async (delimiter) => {
    const read = await readFile(TABLE.replaceAll('"Li; Wei"', 'Li').replaceAll(';', delimiter))
    expect([numbersOf(read), read.columns.length]).toEqual([[A, B], 3])
  })

  test.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['UTF-16 little-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 big-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'utf-16be'],
  ])('is decoded from %s', async (_, encode, encoding) => {
    const read = await readFile(encode('姓名,手机号\n王伟,13800138000\n'))
    expect(read).toMatchObject({ encoding, phoneColumn: '手机号', rows: [{ to: A, cells: ['王伟', '13800138000'] }] })
  })

  test('a table is decoded from GB 18030, which Excel writes in China', async () => {
    const name = [0xd0, 0xd5, 0xc3, 0xfb]
    const mobile = [0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5]
    const wei = [0xce, 0xb0]
    const bytes = [...name, 0x2c, ...mobile, 0x0a, ...wei, ...Buffer.from(',13800138000\n')]
    const read = await readFile(Buffer.from(bytes))
    expect(read).toMatchObject({
      encoding: 'gb18030',
      phoneColumn: '手机号',
      rows: [{ to: A, cells: ['伟', '13800138000'] }],
    })
  })

  test('in bytes of no known encoding fails', async () =>
    expect(await readFile(Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a]))).toMatchObject({
      result: ParseResult.ParseFileFailed,
    }))

  test('a table with two columns of numbers asks for the choice of one, and takes it', async () => {
    const file = 'mobile,phone\n13800138000,13900139000\n'
    const unclear = await readFile(file)
    expect(unclear).toMatchObject({ result: ParseResult.ParseFileFailed, problem: 'two_phone_columns', rows: [] })
    expect(unclear.columns.map(({ name }) => name)).toEqual(['mobile', 'phone'])
    expect(numbersOf(await readFile(file, { phoneColumn: 'phone' }))).toEqual([B])
    expect(await readFile(file, { phoneColumn: 'fax' })).toMatchObject({ problem: 'no_phone_column' })
  })

  test('prefers the column whose heading speaks of numbers', async () => {
    const read = await readFile('order,手机\n13900139000,13800138000\n13900139001,13800138001\n')
    expect(read.phoneColumn).toBe('手机')
  })

  test('a table with the same heading twice is refused', async () =>
    expect(await readFile('phone,Name,name\n13800138000,a,b\n')).toMatchObject({ problem: 'duplicate_headers' }))

  test('without a column of numbers is refused', async () =>
    expect(await readFile('first,last\nAnn,Lee\n')).toMatchObject({ problem: 'no_phone_column' }))

  test('a table of headings alone is an empty file', async () =>
    expect(await readFile('phone,name\n')).toMatchObject({ result: ParseResult.EmptyFile }))

  test('a table with more than forty columns is refused, but not with empty ones behind', async () => {
    const heads = ['phone', ...Array.from({ length: 40 }, (_, nr) => `c${nr}`)]
    expect(await readFile(`${heads.join(',')}\n13800138000\n`)).toMatchObject({ problem: 'too_many_columns' })
    const read = await readFile(`${heads.slice(0, 40).join(',')},,,\n13800138000\n`)
    expect([read.columns.length, numbersOf(read)]).toEqual([40, [A]])
  })

  test('leaves a row out whose cell is too long', async () => {
    const read = await readFile(`phone,note\n13800138000,${'x'.repeat(500)}\n13900139000,${'x'.repeat(501)}\n`)
    expect([numbersOf(read), leftOutOf(read)]).toEqual([[A], [[2, '13900139000', 'too_long']]])
  })

  test('whose numbers are written as 1.38E+10 reports them and guesses none', async () => {
    const read = await readFile('phone,name\n1.38E+10,Ann\n1.39001E+10,Li\n13800138000,Wu\n')
    expect(read.counts).toMatchObject({ rows: 3, valid: 1, scientific: 2 })
  })

  test('may state its delimiter in a line for Excel, which is no row', async () => {
    const read = await readFile('sep=;\r\nphone;a,b,c\r\n13800138000;x,y,z\r\n')
    expect(read.rows).toEqual([{ row: 1, to: A, country: 'CN', cells: ['13800138000', 'x,y,z'] }])
  })

  test('whose quote is never closed fails', async () =>
    expect(await readFile('phone,name\n13800138000,"Ann\n'.repeat(3))).toMatchObject({
      result: ParseResult.ParseFileFailed,
    }))

  test('may have quotes and formulas of text inside of cells', async () => {
    const read = await readFile('phone,name\n="13800138000",O"Brien\n')
    expect(read.rows).toMatchObject([{ to: A, cells: ['="13800138000"', 'O"Brien'] }])
  })
})

test('a hundred thousand rows of one number are one recipient and as many duplicates', async () => {
  const read = await readFile('13800138000\n'.repeat(100_000))
  expect(read.counts).toMatchObject({ rows: 100_000, valid: 1, duplicates: 99_999 })
  expect(read.leftOut.length).toBe(99_999)
  expect(read.pages).toBe(50)
})

test('a table of long cells comes in smaller pages than one of short cells, and both are read to their end', async () => {
  const rowsOf = (note: string) =>
    Array.from({ length: 2_500 }, (_, nr) => `1380013${String(nr).padStart(4, '0')},${note}`)
  const readNotes = (note: string) => readFile(['phone,note', ...rowsOf(note)].join('\n'))
  const [short, long] = [await readNotes('x'), await readNotes('x'.repeat(500))]
  expect([short.pages, long.pages]).toEqual([2, 5])
  expect(numbersOf(long)).toEqual(numbersOf(short))
  expect(long.rows.map(({ row }) => row)).toEqual(Array.from({ length: 2_500 }, (_, at) => at + 1))
})

test('every row of a table is counted and given exactly once, whatever its cells', async () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('13800138000', '+12065550123', '1.38E+10', '010 6552 9988', '', 'a"b', 'x\ny', 'q'.repeat(600)),
    fc.integer({ min: 0, max: 99 }).map((nr) => `138001380${String(nr).padStart(2, '0')}`),
  )
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 60 }), async (table) => {
      const body = table.map((cells) => cells.map(quoted).join(','))
      const read = await readFile(['phone,note', ...body].join('\r\n'), { phoneColumn: 'phone' })
      const { rows, ...kinds } = read.counts
      const isEmpty = (text: string): boolean => cleanCell(text) === ''
      const filled = table.flatMap((cells, at) => (cells.every(isEmpty) ? [] : [at + 1]))
      expect(rows).toBe(filled.length)
      expect(Object.values(kinds).reduce((sum, count) => sum + count)).toBe(rows)
      const given = [...read.rows, ...read.leftOut].map(({ row }) => row).toSorted((one, other) => one - other)
      expect(given).toEqual(filled)
      expect(new Set(numbersOf(read)).size).toBe(read.rows.length)
    }),
    { numRuns: 200 },
  )
})
