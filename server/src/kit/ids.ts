import { randomFillSync } from 'node:crypto'
import { SECOND } from '@hongyan/contract/durations'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const DIGITS = '0123456789abcdef'
const POOL_SIZE = 4096
const COUNTER_LIMIT = 0xfff
const COUNTER_START = 0x7ff
/**
 * A clock that goes back by less than this was corrected, and ids keep increasing. One that goes back further was set,
 * and ids follow it.
 */
const CORRECTION_MILLIS = 5 * SECOND

const pool = Buffer.alloc(POOL_SIZE)
let used = POOL_SIZE
let lastMillis = 0
/** The time of `lastMillis` as an id begins, with the version. */
let beginning = ''
let counter = 0

/**
 * A UUIDv7 (RFC 9562) of the given moment. Ids made by one process increase strictly, within a millisecond too: the
 * twelve bits behind the time count up from a random start, the other 62 are random.
 */
export function uuidv7(moment: Date): string {
  const millis = moment.getTime()
  if (millis > lastMillis || millis < lastMillis - CORRECTION_MILLIS) startMillisecond(millis)
  else if (counter < COUNTER_LIMIT) counter += 1
  else startMillisecond(lastMillis + 1)
  const at = take(8)
  return (
    `${beginning}${HEX[counter >> 4]}${DIGITS[counter & 0xf]}-` +
    `${HEX[0x80 | (byte(at) & 0x3f)]}${hex(at + 1, 1)}-${hex(at + 2, 6)}`
  )
}

/** The moment at which a UUIDv7 was made, to the millisecond. */
export const momentOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** The least UUIDv7 of a moment: its milliseconds, then zeros. */
export function firstIdAt(moment: Date): string {
  return `${timeOf(moment.getTime())}-0000-0000-000000000000`
}

/** The first twelve digits of an id, with their dash. */
function timeOf(millis: number): string {
  const digits = millis.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** Sorts before every id; LAST_ID sorts behind every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * A random 40-bit number in the form of a UUID, so that the short id that a customer reads aloud is short (ruling 24).
 */
export function accountId(): string {
  return `00000000-0000-0000-0000-00${hex(take(5), 5)}`
}

function startMillisecond(millis: number): void {
  lastMillis = millis
  beginning = `${timeOf(millis)}-7`
  const at = take(2)
  counter = ((byte(at) << 8) | byte(at + 1)) & COUNTER_START
}

/** Takes bytes from a pool of random bytes, so that hundreds of ids need one system call. */
function take(bytes: number): number {
  if (used + bytes > POOL_SIZE) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += bytes
  return at
}

const byte = (at: number): number => pool.readUInt8(at)
const hex = (at: number, bytes: number): string => pool.toString('hex', at, at + bytes)
