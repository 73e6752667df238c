import { execFileSync, spawnSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'

type Rows = readonly (readonly string[])[]

const hasPython = spawnSync('python3', ['-c', 'import csv']).status === 0
const hasOpenpyxl = spawnSync('python3', ['-c', 'import openpyxl']).status === 0

const python = (program: string, content: Buffer): Rows =>
  JSON.parse(execFileSync('python3', ['-c', program], { input: content, maxBuffer: 2 ** 28 }).toString()) as Rows // what the programs print

const CSV = `import csv, io, json, sys
text = sys.stdin.buffer.read().decode('utf-8-sig')
print(json.dumps(list(csv.reader(io.StringIO(text, newline=''), strict=True))))`

const WORKBOOK = `import io, json, sys, openpyxl
book = openpyxl.load_workbook(io.BytesIO(sys.stdin.buffer.read()), read_only=True)
print(json.dumps([['' if cell is None else str(cell) for cell in row] for sheet in book for row in sheet.values]))`

/** Reads a CSV file with a reader that is not ours: Python's, where there is one. */
export const readCsv = (content: Buffer): Rows => (hasPython ? python(CSV, content) : parse(content, { bom: true }))

/** Reads all sheets of a workbook with a reader that is not ours: Python's openpyxl, where there is one. */
export async function readWorkbook(content: Buffer): Promise<Rows> {
  if (hasOpenpyxl) return python(WORKBOOK, content)
  const { sheets } = await readXlsx(content)
  return sheets.flatMap(({ rows }) => rows.map((row) => row.map(cellText)))
}

function cellText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
