/** Whole millionths of a currency unit. Money is never a binary float: all arithmetic runs on bigint. */
export type Micros = bigint & { readonly __unit: 'micros' }

export const MICROS_PER_UNIT = 1_000_000n
export const CENT = MICROS_PER_UNIT / 100n

export const micros = (amount: bigint): Micros => amount as Micros
export const ZERO = micros(0n)

const MOST = 2n ** 63n - 1n

/** True for amounts that a column of the database holds, so that a query can compare its rows with them. */
export const isStorable = (amount: Micros): boolean => -MOST <= amount && amount <= MOST

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/

/**
 * Parses an exact decimal string such as "12", "0.0085" or "-3.500000". Returns null for everything else: exponents,
 * grouping, full-width digits, more than six decimals (ruling 3).
 */
export function parseMicros(decimal: string): Micros | null {
  const match = DECIMAL.exec(decimal)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const amount = BigInt(whole) * MICROS_PER_UNIT + BigInt(fraction.padEnd(6, '0'))
  return micros(sign === '-' ? -amount : amount)
}

/**
 * Parses a requested amount and cuts decimals beyond `places` (0 to 6): "20.009" is 20.00 (specification section 5).
 * Returns null for anything but a plain decimal. A number is read as JavaScript prints it, so one with an exponent is
 * refused.
 */
export function parseCut(asked: string | number, places: number): Micros | null {
  const match = /^(-?\d{1,15})(?:\.(\d{1,30}))?$/.exec(String(asked))
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const kept = fraction.slice(0, places)
  return parseMicros(kept === '' ? whole : `${whole}.${kept}`)
}

/**
 * Formats micros as an exact decimal string with six places, as money travels on the wire (ruling 3, send API
 * "totalAmount").
 */
export function decimalOf(amount: Micros): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, '0')
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

const PLACES = [2, 4, 6] as const

/** The fewest decimals, 2, 4 or 6, that show all of the amounts exactly. */
export const placesOf = (amounts: readonly Micros[]): (typeof PLACES)[number] =>
  PLACES.find((places) => amounts.every((amount) => amount % 10n ** BigInt(6 - places) === 0n)) ?? 6

/**
 * Formats an exact decimal string for the screen: grouped, decimals cut and never rounded (ruling 2).
 * `shownMoney("1284.379200", 2)` is "1,284.37".
 */
export function shownMoney(exact: string, decimals: number): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(exact) ?? []
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const cut = fraction.slice(0, decimals).padEnd(decimals, '0')
  return decimals > 0 ? `${sign}${grouped}.${cut}` : `${sign}${grouped}`
}
