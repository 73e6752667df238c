import { randomInt } from 'node:crypto'
import { checkResidentNumber } from '@hongyan/contract/identity-numbers'

/** A region that is not assigned, so that the number belongs to no person. */
const NO_REGION = '999999'

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/**
 * Draws a valid number of a resident identity card. Tests share a server, which rejects a number that another account
 * holds under another name.
 */
export function newResidentNumber(): string {
  const born = `${randomInt(1950, 2000)}${digits(randomInt(1, 13), 2)}${digits(randomInt(1, 29), 2)}`
  const first = `${NO_REGION}${born}${digits(randomInt(1000), 3)}`
  const check = Array.from('0123456789X').find((sign) => checkResidentNumber(first + sign, '2026-01-01') === 'ok')
  return `${first}${check ?? ''}`
}
