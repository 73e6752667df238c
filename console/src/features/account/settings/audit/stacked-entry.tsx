import type { AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import { OutcomeCell, RowMenu, TimeCell, WhatCell, WhereCell, WhoCell } from './cells.tsx'

/** One entry on a narrow screen. */
export function StackedEntry({ entry }: { entry: AuditEntry }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <OutcomeCell entry={entry} />
        <span className="flex items-center gap-2 text-ink-2">
          <TimeCell entry={entry} />
          <RowMenu entry={entry} />
        </span>
      </div>
      <WhatCell entry={entry} />
      <div className="flex items-end justify-between gap-4">
        <WhereCell entry={entry} />
        <WhoCell entry={entry} />
      </div>
    </div>
  )
}
