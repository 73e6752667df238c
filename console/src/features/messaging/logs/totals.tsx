import type { MessageSummary } from '@hongyan/contract/endpoints/messaging/messages'
import type { ReactNode } from 'react'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Money } from '../../../ui/money.tsx'
import { TextPlaceholder } from '../../../ui/text-placeholder.tsx'
import { spanText } from './spans.ts'

const Figure = ({ value, children }: { value: ReactNode; children: string }) => (
  <span className="whitespace-nowrap">
    <span className="font-medium text-ink tabular-nums">{value}</span> {children}
  </span>
)

/** Never rounded up to a whole that it is not: 99.996 % is no 100 %. */
const percent = (part: number, whole: number): string =>
  formatNumber(Math.floor((part / whole) * 10_000) / 10_000, { style: 'percent', maximumFractionDigits: 2 })

/** About as wide as the four totals. */
const WIDTHS = [84, 112, 124, 108]

/** The place of the totals while they load. */
export const TotalsPlaceholder = () => (
  <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
    {WIDTHS.map((width) => (
      <span key={width}>
        <TextPlaceholder width={width} />
      </span>
    ))}
  </p>
)

/** The totals of the filter, above the list. */
export function Totals({ of }: { of: MessageSummary }) {
  const t = useText()
  const { messages, delivered, charged, currency, median, exact, read } = of
  if (messages === 0) return null
  return (
    <p role="status" className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-3">
      <Figure value={formatNumber(messages)}>{t('logs.messages', { count: messages })}</Figure>
      <Figure value={percent(delivered, messages)}>{t('logs.totalDelivered')}</Figure>
      <Figure value={<Money exact={charged} currency={currency} decimals={4} />}>{t('logs.totalCharged')}</Figure>
      {median !== null && <Figure value={spanText(median)}>{t('logs.totalMedian')}</Figure>}
      {!exact && <span>{t('logs.totalNewest', { count: read })}</span>}
    </p>
  )
}
