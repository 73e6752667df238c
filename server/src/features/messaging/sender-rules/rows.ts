import { SenderRuleRow } from '@hongyan/contract/endpoints/messaging/sender-rules'
import { z } from 'zod'
import { readCsvRows } from '../../../kit/csv-rows.ts'
import { StartError } from '../../../kit/start-error.ts'

/** A row of the file. An empty cell is null. */
const FileRow = z
  .record(z.string(), z.string())
  .transform((cells) =>
    Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text === '' ? null : text])),
  )
  .pipe(SenderRuleRow)

/**
 * Reads the sender rules: one row a country, each with its source, confidence and date. Throws a StartError where a row
 * is wrong or a country has two.
 */
export function readSenderRules(file: string): readonly SenderRuleRow[] {
  const rows = readCsvRows(file, FileRow)
  const twice = rows.find(({ iso2 }, at) => rows.findIndex((row) => row.iso2 === iso2) !== at)
  if (twice !== undefined) throw new StartError(`${file} has two rules for ${twice.iso2}.`)
  return rows
}
