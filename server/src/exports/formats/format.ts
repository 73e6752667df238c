import type { ExportFormat } from '@hongyan/contract/vocabulary/export'
import { csvWriter } from './csv.ts'
import { jsonlWriter } from './jsonl.ts'
import type { FileLayout, Writer } from './writer.ts'
import { xlsxWriter } from './xlsx.ts'

type NewWriter = (layout: FileLayout, state: unknown) => Writer

interface Format {
  readonly writer: NewWriter
  readonly type: string
}

/** `state` of a new writer is null at the start of a file. */
export const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: { writer: csvWriter, type: 'text/csv; charset=utf-8' },
  jsonl: { writer: jsonlWriter, type: 'application/x-ndjson; charset=utf-8' },
  xlsx: { writer: xlsxWriter, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}
