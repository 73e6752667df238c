import type { Notice } from '@hongyan/contract/endpoints/notices'
import { shownMoney } from '@hongyan/contract/money'
import { formatDate, t } from '../../i18n/text.ts'

export interface NoticeWords {
  readonly title: string
  readonly text: string
}

const amounts: ReadonlySet<string> = new Set(['amount', 'paid_out', 'below', 'balance'])
const signs: Readonly<Record<string, string>> = { USD: '$', CNY: '¥' }

const DAY = { dateStyle: 'medium' } as const

/** A value as a sentence shows it: money is cut (ruling 2), moments are days of the viewer's zone (ruling 30). */
function shown(name: string, value: string, currency: string): string {
  if (amounts.has(name)) return `${signs[currency] ?? `${currency} `}${shownMoney(value, 2)}`
  if (name === 'paid_at') return formatDate(value, DAY)
  return name === 'due_on' ? formatDate(value, { ...DAY, timeZone: 'UTC' }) : value
}

/** What a notice says, in the language of the screen. */
export function wordsOf({ kind, values }: Pick<Notice, 'kind' | 'values'>): NoticeWords {
  const { currency = '', exp_month: month = '', exp_year: year = '', days = '' } = values
  const filled = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value, currency)]))
  const all = { ...filled, month: `${month.padStart(2, '0')}/${year}`, overdue: String(Number(days) > 0) }
  return { title: t(`notices.${kind}`, all), text: t(`notices.${kind}Text`, all) }
}
