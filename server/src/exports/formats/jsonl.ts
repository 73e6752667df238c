import type { Value } from '../source.ts'
import type { FileLayout, Writer } from './writer.ts'

/** One JSON object a line, with the values as calls have them. */
export function jsonlWriter({ columns }: FileLayout): Writer {
  const fields = columns.map(({ name, form }) => {
    const start = `${JSON.stringify(name)}:`
    const value = (of: Value): Value => (of !== null && form === 'time' ? new Date(of).toISOString() : of)
    return (of: Value): string => start + JSON.stringify(value(of))
  })
  return {
    rows: async (rows) =>
      Buffer.from(rows.map((row) => `{${fields.map((field, at) => field(row[at] ?? null)).join(',')}}\n`).join('')),
    end: async () => Buffer.alloc(0),
    state: () => true,
  }
}
