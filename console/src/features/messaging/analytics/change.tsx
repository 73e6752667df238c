import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type Change, DASH } from './figures.ts'

const NONE = 0.00005

/** The change from the days before, in grey: more messages or a higher cost are neither good nor bad. */
export function ChangeMark({ change }: { change: Change | null }) {
  const t = useText()
  if (change === null || Math.abs(change.value) < NONE) {
    return (
      <span className="text-xs text-ink-3">
        <span aria-hidden>{DASH}</span>
        <span className="sr-only">{t(change === null ? 'analytics.nothingBefore' : 'analytics.unchanged')}</span>
      </span>
    )
  }
  const { by, value } = change
  const size = formatNumber(Math.abs(value) * 100, { maximumFractionDigits: Math.abs(value) < 0.1 ? 2 : 1 })
  return (
    <span className="inline-flex items-center gap-0.5 text-xs whitespace-nowrap text-ink-3 tabular-nums">
      <Icon of={value > 0 ? ArrowUp : ArrowDown} size={12} />
      <span className="sr-only">{t(value > 0 ? 'analytics.up' : 'analytics.down')}</span>
      {by === 'points' ? t('analytics.points', { value: size }) : `${size}%`}
    </span>
  )
}
