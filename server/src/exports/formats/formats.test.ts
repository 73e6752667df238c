import { expect, test } from 'vitest'
import type { ExportFormat } from '@hongyan/contract/vocabulary/export'
import { readCsv, readWorkbook } from '../../../test/table-readers.ts'
import type { Value } from '../source.ts'
import { formats } from './format.ts'
import type { FileLayout } from './writer.ts'

const layout: FileLayout = {
  columns: [
    { name: 'at', title: 'Time', form: 'time', label: String },
    { name: 'text', title: 'Text', form: 'text', label: String },
    { name: 'price', title: 'Price', form: 'number', label: String },
    { name: 'status', title: 'Status', form: 'label', label: (value) => `status ${value}` },
  ],
  zone: 'Asia/Shanghai',
  sheetRows: 3,
  mark: true,
}

const AT = Date.parse('2026-11-20T17:30:05.700Z')
const texts = [
  'plain',
  'two\nlines, "quoted", and\r\nthree',
  '=1+1',
  '  +cmd|calc',
  '-2',
  '@sum',
  '\tindented',
  '＝wide',
  'emoji 👩🏽‍🚀 and 中文',
  'שלום \u202Emirrored\u200F',
  '_x000D_ </t> & ]]>',
  '',
]
const rows = texts.map((text, nr): readonly Value[] => [AT + nr * 1_000, text, '0.042000', nr])

/** Writes a file in two runs: the second goes on with nothing but the state of the first, as JSON keeps it. */
async function written(format: ExportFormat, all: readonly (readonly Value[])[]): Promise<Buffer> {
  const { writer: start } = formats[format]
  const first = start(layout, null)
  const half = await first.rows(all.slice(0, 5))
  const state = first.state()
  // A piece is stored while the next one is written.
  await first.rows(all.slice(5))
  const second = start(layout, JSON.parse(JSON.stringify(state)))
  return Buffer.concat([half, await second.rows(all.slice(5)), await second.end()])
}

const safe = (text: string): string => (/^\s*[=+\-@＝]|^\t/.test(text) ? `'${text}` : text)
const local = (nr: number): string => `2026-11-21 01:30:${String(nr + 5).padStart(2, '0')}`
const head = ['Time', 'Text', 'Price', 'Status']

test('a CSV file is read as it was written, with formulas made harmless and moments in the zone', async () => {
  const content = await written('csv', rows)
  expect(content.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
  expect(readCsv(content)).toEqual([
    head,
    ...texts.map((text, nr) => [local(nr), safe(text), '0.042000', `status ${nr}`]),
  ])
})

test('a workbook is read as it was written, in sheets of so many rows, with numbers and moments as such', async () => {
  const read = await readWorkbook(await written('xlsx', rows))
  const expected = texts.map((text, nr) => [local(nr), safe(text), '0.042', `status ${nr}`])
  const sheets = [0, 3, 6, 9].flatMap((first) => [head, ...expected.slice(first, first + 3)])
  expect(read).toEqual(sheets)
})

test('a file of JSON lines has the values as calls have them', async () => {
  const lines = (await written('jsonl', rows)).toString().trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    texts.map((text, nr) => ({ at: new Date(AT + nr * 1_000).toISOString(), text, price: '0.042000', status: nr })),
  )
})

test.each<ExportFormat>(['csv', 'xlsx'])('a file of the format %s without rows has its headings', async (format) => {
  const content = await written(format, [])
  expect(format === 'csv' ? readCsv(content) : await readWorkbook(content)).toEqual([head])
})
