import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { Column } from '../../../ui/table.tsx'
import { CostCell, CourseCell, MessageCell, NameLink, RecipientsCell, ScheduleCell, StatusCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'

export const columns: readonly Column<Broadcast>[] = [
  { title: 'broadcasts.name', cell: (row) => <NameLink row={row} />, fixed: true, bar: 120 },
  { title: 'broadcasts.message', cell: (row) => <MessageCell row={row} />, bar: 140 },
  { title: 'broadcasts.recipients', cell: (row) => <RecipientsCell row={row} />, end: true, bar: 56 },
  { title: 'broadcasts.course', cell: (row) => <CourseCell row={row} />, bar: 120 },
  { title: 'broadcasts.cost', cell: (row) => <CostCell row={row} />, end: true, bar: 72 },
  { title: 'broadcasts.schedule', cell: (row) => <ScheduleCell row={row} />, bar: 72 },
  { title: 'broadcasts.status', cell: (row) => <StatusCell row={row} />, bar: 80 },
  {
    title: 'ui.actions',
    cell: (row) => <RowMenu row={row} />,
    end: true,
    quiet: true,
    fixed: true,
    bar: 24,
  },
]
