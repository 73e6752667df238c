import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, csvOfPages, furtherCsv } from './csv.ts'

const first = fc.constantFrom(
  '',
  '-',
  '=',
  '+',
  '@',
  '\t',
  '\r',
  '\uFF1D',
  '\uFF0B',
  '\uFF0D',
  '\uFF20',
  '"',
  ',',
  '\n',
  "'",
)
const rest = fc.oneof(
  fc.string(),
  fc.constantFrom('', '1.500000', '12', '1.50', 'SUM(A1)', 'a,b', 'a"b', 'a\r\nb', '\r'),
)
const rows = fc.array(
  fc.array(
    fc.tuple(first, rest).map((parts) => parts.join('')),
    { minLength: 1, maxLength: 5 },
  ),
)

test('a CSV has the cells that csv-stringify escapes by its own option, but for amounts', () => {
  const byOption = (cells: string[][]): string =>
    stringify(cells, {
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: {
        string: (value) => (/^-?\d+\.\d{6}$/.test(value) ? { value, escape_formulas: false } : value),
      },
    })
  fc.assert(
    fc.property(rows, (cells) => {
      expect(furtherCsv(cells)).toBe(byOption(cells))
    }),
  )
})

test('a CSV escapes a formula, and leaves a negative amount as it is', () => {
  expect(csvOf([['=1+1', '-1.500000', '-1', '']])).toBe("\uFEFF'=1+1,-1.500000,'-1,\r\n")
})

test('a CSV that is written in pages is the one that is written at once, whatever the pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows), async (pages) => {
      expect(await csvOfPages(pages)).toBe(csvOf(pages.flat()))
    }),
  )
})

test('other work has its turn between two pages of a CSV', async () => {
  const order: string[] = []
  function* pages() {
    for (const name of ['first', 'second']) {
      setImmediate(() => order.push(`work after the ${name} page`))
      order.push(`the ${name} page`)
      yield [[name]]
    }
  }
  await csvOfPages(pages())
  expect(order).toEqual([
    'the first page',
    'work after the first page',
    'the second page',
    'work after the second page',
  ])
})
