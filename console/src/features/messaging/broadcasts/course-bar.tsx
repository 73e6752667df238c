import type { BroadcastCounts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { RecipientState } from '@hongyan/contract/vocabulary/broadcast'
import { joined } from '../../../i18n/joined.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { cx } from '../../../ui/cx.ts'
import { segmentsOf, statesOf } from './course.ts'
import { stateLooks } from './labels.ts'

const fills: Readonly<Record<RecipientState, string>> = {
  waiting: '',
  delivered: 'bg-ok-dot',
  sent: 'bg-idle-dot',
  failed: 'bg-bad-dot',
  skipped: 'bg-warn-dot',
}

interface CourseBarProps {
  /** The name of the broadcast. */
  of: string
  counts: BroadcastCounts
  className?: string
}

/** The recipients by what became of them. The empty rest still waits. */
export function CourseBar({ of: name, counts, className }: CourseBarProps) {
  const t = useText()
  const { recipients } = counts
  const states = statesOf(counts).map(({ state, count }) =>
    t('broadcasts.stateCount', { state: t(stateLooks[state].title), count: formatNumber(count) }),
  )
  const text = joined(states)
  return (
    <span
      role="img"
      aria-label={t('broadcasts.courseOf', { name, text })}
      className={cx('flex h-1.5 gap-px overflow-hidden rounded-full bg-fill-strong', className)}
    >
      {segmentsOf(counts).map(({ state, count }) => (
        <span
          key={state}
          className={cx('min-w-0.5', fills[state])}
          style={{ width: `${(count / recipients) * 100}%` }}
        />
      ))}
    </span>
  )
}
