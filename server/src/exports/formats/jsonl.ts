import type { Value } from '../source.ts'
import type { FileLayout, Writer } from './writer.ts'

/** One JSON object a line, with the values as calls have them. */
export function jsonlWriter({ columns }: FileLayout): Writer {
  const names = columns.map(({ name }) => name)
  const values = columns.map(({ form }) => (value: Value): Value => {
    return value !== null && form === 'time' ? new Date(value).toISOString() : value
  })
  return {
    rows: async (rows) =>
      Buffer.from(
        rows
          .map((row) => {
            const entries = values.map((valueOf, at) => [names[at], valueOf(row[at] ?? null)])
            return `${JSON.stringify(Object.fromEntries(entries))}\n`
          })
          .join(''),
      ),
    end: async () => Buffer.alloc(0),
    state: () => true,
  }
}
