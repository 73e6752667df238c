import { CENT, decimalOf, type Micros, micros, parseMicros, ZERO } from '@hongyan/contract/money'
import type { Seller } from '../../../config/sellers.ts'
import type { InvoiceRow } from './store.ts'

/** The name of a tax, and its rate in millionths of the net amount. */
export interface TaxRate {
  readonly name: string
  readonly ppm: number
}

/** A tax, and the two parts of the amount that contains it. */
export interface Tax extends TaxRate {
  readonly net: Micros
  readonly amount: Micros
}

const WHOLE = 1_000_000n
/** Micro-units of a percentage are hundred times its millionths. */
const PERCENT = 100n

/** Finds the rate for customers of a country (ISO 3166 alpha-2, or empty): its own, else that of all other countries. */
export function taxRate(seller: Seller | null, country: string): TaxRate | null {
  const { name, rates } = seller?.tax ?? { name: '', rates: {} }
  const percent = rates[country] ?? rates['*']
  return percent === undefined ? null : { name, ppm: Number((parseMicros(percent) ?? ZERO) / PERCENT) }
}

/** Formats a rate as a percentage: 88750 is "8.875". */
export const percentOf = ({ ppm }: TaxRate): string => decimalOf(micros(BigInt(ppm) * PERCENT)).replace(/\.?0+$/, '')

/**
 * Returns the tax in a gross amount: gross × rate / (1 + rate), once for the whole amount, rounded half up to a whole
 * cent. Amounts in micro-units.
 */
export function taxIn(gross: Micros, { ppm }: Pick<TaxRate, 'ppm'>): Micros {
  if (gross <= ZERO) return ZERO
  const rate = BigInt(ppm)
  const cents = (2n * gross * rate + (WHOLE + rate) * CENT) / (2n * (WHOLE + rate) * CENT)
  return micros(cents * CENT)
}

/** The tax of an invoice as it was issued; of a draft as the rate of now would have it. */
export function taxOf(
  { number, total_micros: total, tax_name: name, tax_ppm: ppm, tax_micros: amount }: InvoiceRow,
  now: TaxRate | null,
): Tax | null {
  if (number === null) return now === null ? null : split(total, now, taxIn(total, now))
  return name === null || ppm === null || amount === null ? null : split(total, { name, ppm }, amount)
}

/** The tax and the rest of an amount that contains it. */
const split = (total: Micros, rate: TaxRate, amount: Micros): Tax => ({ ...rate, amount, net: micros(total - amount) })

/**
 * Returns the tax that a void invoice gives back with its unpaid part: all but the tax in the paid part, so that the
 * rule also holds for what stays. At most the unpaid part, which may be a fraction of a cent.
 */
export function taxGivenBack({
  tax_ppm: ppm,
  tax_micros: tax,
  total_micros: total,
  paid_micros: paid,
}: Pick<InvoiceRow, 'tax_ppm' | 'tax_micros' | 'total_micros' | 'paid_micros'>): Micros {
  if (ppm === null || tax === null) return ZERO
  const [rest, unpaid] = [tax - taxIn(paid, { ppm }), total - paid]
  return micros(rest < unpaid ? rest : unpaid)
}
