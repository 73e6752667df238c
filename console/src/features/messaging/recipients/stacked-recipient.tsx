import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { Moment } from '../../../ui/moment.tsx'
import { NumberCell, ReasonCell, ScenesCell, SourceCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'

/** One entry on a narrow screen. */
export const StackedRecipient = ({ row }: { row: ListedRecipient }) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-4">
      <NumberCell row={row} />
      <RowMenu row={row} />
    </div>
    <div className="flex items-baseline justify-between gap-4">
      <ReasonCell row={row} />
      <span className="text-right text-ink-2">
        <ScenesCell row={row} />
      </span>
    </div>
    {row.note !== '' && <p className="wrap-anywhere text-ink-2">{row.note}</p>}
    <div className="flex items-baseline justify-between gap-4 text-sm text-ink-3">
      <SourceCell row={row} />
      <Moment at={row.created_at} />
    </div>
  </div>
)
