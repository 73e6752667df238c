import { readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { StartError } from './start-error.ts'

/**
 * Reads the rows of a CSV file in UTF-8: a header, `#` begins a comment line. Each row must fit the schema of its columns
 * by name. Throws a StartError that names file, row and column.
 */
export function readCsvRows<T extends z.ZodType>(file: string, row: T): readonly z.output<T>[] {
  return recordsOf(file).map((record, at) => {
    const read = row.safeParse(record)
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new StartError(`${file} row ${at + 1}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}.`)
  })
}

function recordsOf(file: string): readonly unknown[] {
  try {
    return parse(readFileSync(file), { columns: true, bom: true, comment: '#', comment_no_infix: true })
  } catch (error) {
    if (error instanceof CsvError) throw new StartError(`${file} is no CSV file: ${error.message}.`)
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
