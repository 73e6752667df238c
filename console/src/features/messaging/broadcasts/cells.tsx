import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../api/account.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'
import { Status } from '../../../ui/status.tsx'
import { dealtWith, handedOver, percent } from './course.ts'
import { CourseBar } from './course-bar.tsx'
import { lookOf, reasonTitles, sceneTitles, sourceTitles } from './labels.ts'

interface CellProps {
  row: Broadcast
}

export const NameLink = ({ row: { id, name } }: CellProps) => (
  <Link
    to={paths.broadcastOne}
    params={{ id }}
    data-opens
    className="font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
  >
    {name}
  </Link>
)

/** The template and its version, or the beginning of a free text. */
export function MessageText({ row: { template, text } }: CellProps) {
  const t = useText()
  return <>{template === null ? text : t('broadcasts.templateVersion', template)}</>
}

export function MessageCell({ row }: CellProps) {
  const t = useText()
  return (
    <span className="grid max-w-[180px]">
      <span className="truncate">
        <MessageText row={row} />
      </span>
      <span className="text-xs text-ink-3">{t(sceneTitles[row.scene])}</span>
    </span>
  )
}

export function RecipientsCell({ row: { counts, source, source_name: name } }: CellProps) {
  const t = useText()
  return (
    <span className="grid max-w-[140px] justify-items-end">
      <span>{formatNumber(counts.recipients)}</span>
      <span className="max-w-full truncate text-xs text-ink-3">{name ?? t(sourceTitles[source])}</span>
    </span>
  )
}

/** The bar, and under it how far the sending is, or how much of it arrived. */
export function CourseCell({ row: { name, status, counts } }: CellProps) {
  const t = useText()
  const isRunning = status === SendJobStatus.Pending
  const sent = handedOver(counts)
  const text = isRunning
    ? t('broadcasts.doneShare', { percent: percent(dealtWith(counts), counts.recipients) })
    : sent === 0
      ? t('broadcasts.noneSent')
      : t('broadcasts.deliveredShare', { percent: percent(counts.delivered, sent) })
  return (
    <span className="grid min-w-28 gap-1.5 pt-1.5">
      <CourseBar of={name} counts={counts} />
      <span className="text-xs text-ink-3 tabular-nums">{text}</span>
    </span>
  )
}

/** The cost so far, and the estimate under it. */
export function CostCell({ row: { cost, quoted } }: CellProps) {
  const t = useText()
  const { currency } = useAccount()
  return (
    <span className="grid justify-items-end tabular-nums">
      <Money exact={cost} currency={currency} decimals={4} />
      <span className="text-xs whitespace-nowrap text-ink-3">
        {t('broadcasts.ofEstimate')} <Money exact={quoted} currency={currency} decimals={4} />
      </span>
    </span>
  )
}

export function ScheduleCell({ row: { starts_at: at, time, status } }: CellProps) {
  const t = useText()
  return (
    <span className="grid">
      <Moment at={at} minutes />
      <span className="text-xs text-ink-3">
        {t(
          time === 'local'
            ? 'broadcasts.recipientTime'
            : status === SendJobStatus.Queued
              ? 'broadcasts.starts'
              : 'broadcasts.begun',
        )}
      </span>
    </span>
  )
}

/** The state, and why it does not go on. */
export function StatusCell({ row }: CellProps) {
  const t = useText()
  const { tone, title } = lookOf(row)
  return (
    <span className="grid">
      <Status tone={tone}>{t(title)}</Status>
      {row.reason !== null && <span className="text-xs text-ink-3">{t(reasonTitles[row.reason])}</span>}
    </span>
  )
}
