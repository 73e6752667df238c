import { parseMicros } from '@hongyan/contract/money'

export const isZero = (exact: string): boolean => !/[1-9]/.test(exact)

const SHOWN = 4
const EXACT = 6

/** The fewest decimals that show all figures of a sum exactly, so that the sum can be checked on screen. */
export const decimalsOf = (exacts: readonly string[]): 4 | 6 =>
  exacts.every((exact) => (parseMicros(exact) ?? 1n) % 10n ** BigInt(EXACT - SHOWN) === 0n) ? SHOWN : EXACT
