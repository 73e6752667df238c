/** Whole millionths of a currency unit. Money is never a binary float: arithmetic happens here, on bigint. */
export type Micros = bigint & { readonly __unit: 'micros' }

export const MICROS_PER_UNIT = 1_000_000n

export const micros = (amount: bigint): Micros => amount as Micros
export const ZERO = micros(0n)

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/

/**
 * Reads an exact decimal string such as "12", "0.0085" or "-3.500000".
 * Returns null for anything else: exponents, grouping, full-width digits, more than six decimals (ruling 3).
 */
export function parseMicros(decimal: string): Micros | null {
  const match = DECIMAL.exec(decimal)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const amount = BigInt(whole) * MICROS_PER_UNIT + BigInt(fraction.padEnd(6, '0'))
  return micros(sign === '-' ? -amount : amount)
}

/**
 * An amount as somebody asks for it, with decimals beyond `places` (0 to 6) cut off (specification section 5): "20.009"
 * is 20.00. Null for what is no plain decimal; a number is read as it is printed, so one with an exponent is none.
 */
export function parseCut(asked: string | number, places: number): Micros | null {
  const match = /^(-?\d{1,15})(?:\.(\d{1,30}))?$/.exec(String(asked))
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const kept = fraction.slice(0, places)
  return parseMicros(kept === '' ? whole : `${whole}.${kept}`)
}

/** Micros as an exact decimal string with six places, the way money travels on the wire (ruling 3, send API "totalAmount"). */
export function decimalOf(amount: Micros): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, '0')
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/**
 * The digits a person is shown: grouped, decimals cut (never rounded) from the exact decimal string (ruling 2).
 * `shownMoney("1284.379200", 2)` is "1,284.37".
 */
export function shownMoney(exact: string, decimals: number): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(exact) ?? []
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const cut = fraction.slice(0, decimals).padEnd(decimals, '0')
  return decimals > 0 ? `${sign}${grouped}.${cut}` : `${sign}${grouped}`
}
