import type { TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import { Moment } from '../../../ui/moment.tsx'
import type { Column } from '../../../ui/table.tsx'
import { CategoryCell, NumberCell, PriorityCell, StateCell, SubjectCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'

export const columns: readonly Column<TicketSummary>[] = [
  { title: 'center.no', cell: (row) => <NumberCell row={row} />, sort: 'no', bar: 24 },
  { title: 'center.subject', cell: (row) => <SubjectCell row={row} />, fixed: true, bar: 200 },
  { title: 'center.category', cell: (row) => <CategoryCell row={row} />, bar: 72 },
  { title: 'center.priority', cell: (row) => <PriorityCell row={row} />, bar: 64 },
  { title: 'center.state', cell: (row) => <StateCell row={row} />, bar: 96 },
  { title: 'center.updated', cell: ({ updated_at: at }) => <Moment at={at} />, sort: 'updated_at', bar: 48 },
  { title: 'center.actions', cell: (row) => <RowMenu row={row} />, end: true, quiet: true, fixed: true, bar: 24 },
]

/** One ticket on a narrow screen. */
export const StackedTicket = ({ row }: { row: TicketSummary }) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-4">
      <StateCell row={row} />
      <RowMenu row={row} />
    </div>
    <div className="flex items-baseline gap-2">
      <NumberCell row={row} />
      <SubjectCell row={row} />
    </div>
    <div className="flex items-center justify-between gap-4 text-ink-2">
      <span className="flex flex-wrap items-center gap-2">
        <CategoryCell row={row} />
        <PriorityCell row={row} />
      </span>
      <span className="text-ink-3">
        <Moment at={row.updated_at} />
      </span>
    </div>
  </div>
)
