import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { ReactNode } from 'react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { latencyText, shareText } from '../labels.ts'
import { NameCell, PriorityText, RegionsCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'
import { StateMark } from './state-mark.tsx'

function Figure({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  return (
    <div>
      <dt className="text-xs text-ink-3">{t(title)}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

/** One channel on a narrow screen. */
export function StackedChannel({ row }: { row: Upstream }) {
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start justify-between gap-4">
        <NameCell row={row} />
        <RowMenu row={row} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 text-sm text-ink-2">
        <span className="flex flex-wrap items-start gap-x-4 gap-y-1">
          <StateMark row={row} />
          <PriorityText row={row} />
        </span>
        <RegionsCell row={row} />
      </div>
      <dl className="grid grid-cols-3 gap-2 text-sm">
        <Figure title="upstreams.success">{shareText(row.accepted, row.submitted)}</Figure>
        <Figure title="upstreams.p95">{latencyText(row.p95)}</Figure>
        <Figure title="upstreams.receipts">{shareText(row.receipts, row.accepted)}</Figure>
      </dl>
    </div>
  )
}
