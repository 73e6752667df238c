import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'
import { Clock } from 'lucide-react'
import { formatDate, useText } from '../../../../i18n/text.ts'
import { useMinute } from '../../../../lib/use-minute.ts'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { waitText } from '../../../../ui/wait-text.ts'
import { clockOf, type TicketClock } from './clock.ts'

const timeOf = (at: string): string =>
  formatDate(at, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const dayOf = (at: string): string => formatDate(at, { day: 'numeric', month: 'long' })

function useClockText(): (clock: TicketClock) => string {
  const t = useText()
  return (clock) => {
    if (clock.kind === 'due') return t('center.replyDue', { wait: waitText(clock.seconds, 'long') })
    if (clock.kind === 'dueAt') return t('center.replyDueAt', { time: timeOf(clock.at) })
    if (clock.kind === 'late') return t('center.replyLate', { time: timeOf(clock.at) })
    return t(clock.kind === 'solves' ? 'center.solvesAt' : 'center.reopensUntil', { day: dayOf(clock.at) })
  }
}

/** When support replies, or until when the owner may. */
export function ClockLine({ ticket }: { ticket: Ticket }) {
  const textOf = useClockText()
  const clock = clockOf(ticket, useMinute())
  if (clock === null) return null
  const isUrgent = clock.kind === 'late' || clock.kind === 'solves'
  return (
    <span className={cx('inline-flex items-start gap-1.5 text-sm', isUrgent ? 'text-warn' : 'text-ink-2')}>
      <Icon of={Clock} size={14} className="mt-0.75" />
      {textOf(clock)}
    </span>
  )
}
