import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { CostCell, CourseCell, MessageText, NameLink, RecipientsCell, ScheduleCell, StatusCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'

/** One broadcast on a narrow screen. */
export const StackedBroadcast = ({ row }: { row: Broadcast }) => (
  <div className="grid gap-2">
    <div className="flex items-start justify-between gap-4">
      <StatusCell row={row} />
      <RowMenu row={row} />
    </div>
    <div className="grid">
      <NameLink row={row} />
      <span className="truncate text-ink-2">
        <MessageText row={row} />
      </span>
    </div>
    <CourseCell row={row} />
    <div className="flex items-start justify-between gap-4 text-ink-2">
      <ScheduleCell row={row} />
      <RecipientsCell row={row} />
      <CostCell row={row} />
    </div>
  </div>
)
