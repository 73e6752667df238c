// Lists as literals of PostgreSQL's arrays, for the statements of the hot path: pg would look at each value's type, and
// quote and escape each by itself.

/** Values that need no quotes in an array: ids, whole numbers, truth values and moments. */
export type Plain = string | number | bigint | boolean | Date | null

const plainOf = (value: Plain): string | number | bigint | boolean => {
  if (value === null) return 'NULL'
  return value instanceof Date ? value.toISOString() : value
}

/** An array of values that contain no comma, brace, quote, backslash or space. */
export const plainArray = (values: readonly Plain[]): string => `{${values.map(plainOf).join(',')}}`

const SPECIAL = /["\\]/
const ALL_SPECIAL = /["\\]/g

const quoted = (value: string): string => `"${SPECIAL.test(value) ? value.replaceAll(ALL_SPECIAL, '\\$&') : value}"`

/** An array of any texts. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`

/** An array of bytes. */
export const byteArray = (values: readonly Buffer[]): string =>
  `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`
