import type { Value } from '../source.ts'
import { clockTime, safeText } from './cells.ts'
import type { FileColumn, FileLayout, Writer } from './writer.ts'

/** The byte order mark: spreadsheet programs then read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const QUOTED = /[",\r\n]/

const cell = (text: string): string => {
  const safe = safeText(text)
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** RFC 4180 with a line of headings. */
export function csvWriter({ columns, zone, mark }: FileLayout, state: unknown): Writer {
  const texts = columns.map(({ form, label }: FileColumn) => {
    const time = clockTime(zone)
    return (value: Value): string => {
      if (value === null) return ''
      if (form === 'number') return String(value)
      if (form === 'time') return time(Number(value))
      return cell(form === 'label' ? label(value) : String(value))
    }
  })
  let hasHead = state !== null
  const head = (): string => {
    if (hasHead) return ''
    hasHead = true
    return `${mark ? BYTE_ORDER_MARK : ''}${line(columns.map(({ title }) => cell(title)))}`
  }
  return {
    rows: async (rows) =>
      Buffer.from(head() + rows.map((row) => line(texts.map((text, at) => text(row[at] ?? null)))).join('')),
    end: async () => Buffer.from(head()),
    state: () => hasHead,
  }
}
