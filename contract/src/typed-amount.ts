import { type Micros, parseCut } from './money.ts'
import type { Currency } from './vocabulary/account.ts'

const CENTS = 2
/** Whole digits, grouped by threes or ungrouped, with decimals. A comma is never a decimal point. */
const PLAIN = /^(\d{1,3}(?:[, ']\d{3})+|\d*)(?:\.(\d*))?$/
/** The sign and codes of the account's currency, which may surround an amount. */
const around: Record<Currency, RegExp> = { USD: /^(?:\$|USD)|USD$/gi, CNY: /^(?:¥|CNY|RMB)|(?:CNY|RMB|元)$/gi }

/**
 * Parses an amount that a person typed or pasted: accepts full-width digits, grouping and the currency's own sign, and
 * cuts decimals beyond `decimals` (specification section 5, ruling 3). Never negative. Returns null for every other
 * text, such as "12,5", which may mean 12.50 or 125.
 */
export function readAmount(typed: string, currency: Currency, decimals: number = CENTS): Micros | null {
  const narrow = typed.normalize('NFKC').replaceAll('。', '.').trim().replace(around[currency], '').trim()
  const [, whole = '', fraction = ''] = PLAIN.exec(narrow) ?? []
  if (whole === '' && fraction === '') return null
  return parseCut(`${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}`, decimals)
}
