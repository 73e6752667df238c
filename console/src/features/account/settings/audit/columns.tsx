import type { AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import { useMedia } from '../../../../ui/media.ts'
import type { Column } from '../../../../ui/table.tsx'
import { OutcomeCell, RowMenu, TimeCell, WhatCell, WhereCell, WhoCell } from './cells.tsx'

const outcome: Column<AuditEntry> = {
  title: 'audit.outcome',
  cell: (entry) => <OutcomeCell entry={entry} />,
  bar: 64,
}
const acts: Column<AuditEntry> = {
  title: 'ui.actions',
  cell: (entry) => <RowMenu entry={entry} />,
  end: true,
  quiet: true,
  fixed: true,
  bar: 28,
}

const wide: readonly Column<AuditEntry>[] = [
  { title: 'audit.time', cell: (entry) => <TimeCell entry={entry} />, sort: 'at', bar: 96 },
  { title: 'audit.action', cell: (entry) => <WhatCell entry={entry} />, fixed: true, bar: 180 },
  { title: 'audit.actor', cell: (entry) => <WhoCell entry={entry} />, bar: 64 },
  { title: 'audit.where', cell: (entry) => <WhereCell entry={entry} />, bar: 96 },
  outcome,
  acts,
]

/** Between phone and desktop width, related values share a column. */
const medium: readonly Column<AuditEntry>[] = [
  {
    title: 'audit.action',
    cell: (entry) => (
      <>
        <WhatCell entry={entry} />
        <p className="mt-1 text-xs text-ink-3">
          <TimeCell entry={entry} /> · <WhoCell entry={entry} />
        </p>
      </>
    ),
    fixed: true,
    bar: 180,
  },
  { title: 'audit.where', cell: (entry) => <WhereCell entry={entry} />, bar: 96 },
  outcome,
  acts,
]

/** The columns that fit beside the menu. */
export const useColumns = (): readonly Column<AuditEntry>[] => (useMedia('(min-width: 1180px), print') ? wide : medium)
