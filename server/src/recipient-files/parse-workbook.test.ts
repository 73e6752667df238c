import { ParseResult } from '@hongyan/contract/vocabulary/job'
import { type WriteSheet, writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { leftOutOf, numbersOf, readFile } from '../../test/recipients-read.ts'
import { handmade, sharedStrings } from '../../test/workbooks.ts'

const A = '+8613800138000'
const B = '+8613900139000'

const workbook = (...sheets: readonly WriteSheet[]): Promise<Uint8Array> => writeXlsx({ sheets: [...sheets] })

describe('a workbook', () => {
  test('has numbers as text or as numbers, and dates and fractions as people write them', async () => {
    const rows = [
      ['Phone', 'Name', 'Due', 'Sum'],
      [13_800_138_000, 'Ann', new Date('2026-11-25T00:00:00Z'), 0.1],
      ['13900139000', '王伟', null, 12_345.5],
    ]
    const read = await readFile(await workbook({ name: 'People', rows }))
    expect(read).toMatchObject({ result: ParseResult.Ok, sheets: ['People'], sheet: 'People', phoneColumn: 'Phone' })
    expect(read.rows).toEqual([
      { row: 1, to: A, country: 'CN', cells: ['13800138000', 'Ann', '2026-11-25', '0.1'] },
      { row: 2, to: B, country: 'CN', cells: ['13900139000', '王伟', '', '12345.5'] },
    ])
  })

  test('a workbook is read at its first sheet that is shown, or at the chosen one', async () => {
    const file = await workbook(
      { name: 'Notes', rows: [['phone'], ['13900139009']], hidden: true },
      { name: 'One', rows: [['phone'], ['13800138000']] },
      { name: 'Two', rows: [['phone'], ['13900139000']] },
    )
    const read = await readFile(file)
    expect([read.sheet, numbersOf(read)]).toEqual(['One', [A]])
    expect(numbersOf(await readFile(file, { sheet: 'Two' }))).toEqual([B])
    expect(await readFile(file, { sheet: 'Three' })).toMatchObject({
      problem: 'unknown_sheet',
      result: ParseResult.ParseFileFailed,
      sheets: ['Notes', 'One', 'Two'],
    })
  })

  test('gives formulas by their stored value and runs none', async () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><f>"pho"&amp;"ne"</f><v>phone</v></c><c r="B1" t="inlineStr"><is><t>text</t></is></c></row>' +
      '<row r="2"><c r="A2"><f>13800138000+0</f><v>1.3800138E10</v></c><c r="B2" t="str"><f>WEBSERVICE("http://127.0.0.1/")</f><v>kept</v></c></row>' +
      '<row r="3"><c r="A3"><f>1+1</f></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    const read = await readFile(handmade(rows))
    expect(read.rows).toEqual([{ row: 1, to: A, country: 'CN', cells: ['13800138000', 'kept'] }])
    expect(leftOutOf(read)).toEqual([[2, '', 'invalid']])
  })

  test('joins rich text, leaves readings out, and skips cells and rows that are not written', async () => {
    const shared = sharedStrings(
      '<si><r><t>王</t></r><r><t xml:space="preserve"> 伟 &amp; Co</t></r><rPh sb="0" eb="1"><t>Wang</t></rPh></si><si><t>_x0041_1</t></si>',
    )
    const rows =
      '<row r="3"><c r="A3" t="inlineStr"><is><t>13800138000</t></is></c><c r="C3" t="s"><v>0</v></c></row>' +
      '<row r="9"><c r="A9" t="inlineStr"><is><t>13900139000</t></is></c><c t="s"><v>1</v></c></row>'
    const read = await readFile(handmade(rows, [shared]))
    expect(read.rows).toMatchObject([
      { row: 3, to: A, cells: ['13800138000', '', '王 伟 & Co'] },
      { row: 9, to: B, cells: ['13900139000', 'A1', ''] },
    ])
  })

  test.each([
    [
      'rows that all claim one place',
      '<row r="1"><c><v>13800138000</v></c></row><row r="1"><c><v>13900139000</v></c></row>',
    ],
    [
      'a cell in the last column',
      '<row r="1"><c r="A1"><v>13800138000</v></c><c r="XFD1"><v>1</v></c></row><row><c><v>13900139000</v></c></row>',
    ],
    ['a row far away', '<row r="1"><c><v>13800138000</v></c></row><row r="99999999"><c><v>13900139000</v></c></row>'],
  ])('with %s is read within its bounds', async (_, rows) => {
    const read = await readFile(handmade(rows))
    expect([numbersOf(read), read.rows.map(({ row }) => row)]).toEqual([
      [A, B],
      [1, 2],
    ])
  })

  test.each([
    ['a document type with entities', '<!DOCTYPE x [<!ENTITY a "&a;&a;">]>'],
    ['a tag without an end', `<row r="${'1'.repeat(2 * 1024 * 1024)}`],
    ['markup that breaks off', '<row r="1"><c'],
  ])('with %s fails', async (_, rows) =>
    expect(await readFile(handmade(rows))).toMatchObject({ result: ParseResult.ParseFileFailed }),
  )

  test('that is damaged fails', async () => {
    const whole = await workbook({ name: 'One', rows: [['phone'], ['13800138000']] })
    expect(await readFile(whole.slice(0, whole.length / 2))).toMatchObject({ result: ParseResult.ParseFileFailed })
  })

  test('a workbook of one cell of ten million characters keeps none of them', async () => {
    const cell = `<row r="1"><c r="A1" t="inlineStr"><is><t>phone</t></is></c><c r="B1" t="inlineStr"><is><t>x</t></is></c></row><row r="2"><c r="A2"><v>13800138000</v></c><c r="B2" t="inlineStr"><is>${'<t>xxxxxxxx</t>'.repeat(100_000)}</is></c></row>`
    const read = await readFile(handmade(cell))
    expect(leftOutOf(read)).toEqual([[1, '13800138000', 'too_long']])
  })

  test('a workbook cell of more numbers than are kept of it is one row that is too long', async () => {
    const cells = ['13800138000 '.repeat(50), '13900139000']
    const rows = cells.map((cell) => `<row><c t="inlineStr"><is><t>${cell}</t></is></c></row>`)
    const read = await readFile(handmade(rows.join('')))
    expect([numbersOf(read), read.counts]).toMatchObject([[B], { rows: 2, valid: 1, too_long: 1 }])
  })

  test('a workbook of fifty thousand rows with texts of their own is read to its end', async () => {
    const rows = function* () {
      yield ['phone', 'name']
      for (let nr = 0; nr < 50_000; nr += 1) yield [`138${String(nr).padStart(8, '0')}`, `customer ${nr}`]
    }
    const file = Buffer.from(await new Response(writeXlsxStream(rows(), { name: 'Many' })).arrayBuffer())
    const read = await readFile(file)
    expect(read.counts).toMatchObject({ rows: 50_000, valid: 50_000 })
    expect(read.rows.at(-1)).toMatchObject({ row: 50_000, cells: ['13800049999', 'customer 49999'] })
  })
})
