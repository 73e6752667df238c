// Lists as PostgreSQL's arrays, for the statements of the hot path: pg would look at each value's type, and quote and
// escape each by itself. Ids and bytes, the longest values, go in the binary form, which pg sends for a Buffer.

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

/** The element types of binary arrays: PostgreSQL's number of each (pg_type.oid). */
const UUID = 2950
const BYTEA = 17

/** The form of array_recv: dimensions, null flag, element type, number of elements and first index, of 4 bytes each. */
const HEAD = 20
const LENGTH = 4

function emptyArray(type: number, elements: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD + elements * LENGTH + bytes)
  for (const [place, value] of [1, 0, type, elements, 1].entries()) array.writeInt32BE(value, place * 4)
  return array
}

const ID_BYTES = 16
const ID_TEXT = 36
const NO_DIGIT = 0xff

/** The value of each hexadecimal digit, by its character code. No code of a text is beyond it. */
const digits = new Uint8Array(0x1_0000).fill(NO_DIGIT)
for (const digit of '0123456789abcdefABCDEF') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16)

/** An array of UUIDs with their dashes. Throws for another text, which would otherwise become another id. */
export function idArray(ids: readonly string[]): Buffer {
  const array = emptyArray(UUID, ids.length, ids.length * ID_BYTES)
  let at = HEAD
  for (const id of ids) {
    array.writeInt32BE(ID_BYTES, at)
    at += LENGTH
    let seen = id.length === ID_TEXT ? 0 : NO_DIGIT
    for (let place = 0; place < ID_TEXT; place += 2) {
      if (place === 8 || place === 13 || place === 18 || place === 23) place += 1
      const high = digits[id.charCodeAt(place)] ?? NO_DIGIT
      const low = digits[id.charCodeAt(place + 1)] ?? NO_DIGIT
      seen |= high | low
      array[at] = (high << 4) | low
      at += 1
    }
    if (seen > 0xf) throw new Error('a list of ids has a text that is no UUID')
  }
  return array
}

/** An array of bytes. */
export function byteArray(values: readonly Buffer[]): Buffer {
  const array = emptyArray(
    BYTEA,
    values.length,
    values.reduce((sum, { length }) => sum + length, 0),
  )
  let at = HEAD
  for (const value of values) {
    array.writeInt32BE(value.length, at)
    at += LENGTH
    value.copy(array, at)
    at += value.length
  }
  return array
}
