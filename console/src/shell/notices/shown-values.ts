import { moneyText } from '@hongyan/contract/money-text'
import { deviceOf } from '../../lib/device.ts'

type WriteCountry = (iso2: string) => string
type WriteDay = (day: string, options: Intl.DateTimeFormatOptions) => string

const amounts: ReadonlySet<string> = new Set(['amount', 'paid_out', 'below', 'balance', 'outstanding'])
const moments: ReadonlySet<string> = new Set(['paid_at', 'valid_until', 'grace_until'])

const DAY = { dateStyle: 'medium' } as const
const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/**
 * Formats the values of a notice for its texts: money is cut (ruling 2), times become days in the viewer's time zone
 * (ruling 30), days stay, countries are named.
 */
export function shownValues(
  values: Readonly<Record<string, string>>,
  writeDay: WriteDay,
  writeCountry: WriteCountry,
): Readonly<Record<string, string>> {
  const { currency = '', exp_month: month = '', exp_year: year = '', days = '', user_agent: userAgent = '' } = values
  const shown = (name: string, value: string): string => {
    if (amounts.has(name)) return moneyText(value, currency, 2)
    if (name === 'ends_at') return writeDay(value, { ...DAY, timeStyle: 'short' })
    if (moments.has(name)) return writeDay(value, DAY)
    if (name === 'country') return writeCountry(value)
    return name === 'due_on' ? writeDay(value, { ...DAY, timeZone: 'UTC' }) : value
  }
  const all = Object.entries(values).map(([name, value]) => [name, shown(name, value)])
  return {
    ...Object.fromEntries(all),
    month: month && writeDay(`${year}-${month.padStart(2, '0')}-01T00:00:00Z`, MONTH),
    overdue: String(Number(days) > 0),
    browser: deviceOf(userAgent).browser ?? 'unknown',
  }
}
