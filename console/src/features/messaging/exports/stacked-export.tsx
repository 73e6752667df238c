import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { CreatedCell, DownloadCell, FileCell, NameCell, RangeCell, StateCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'

/** One export on a narrow screen. */
export const StackedExport = ({ row }: { row: Export }) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-4">
      <StateCell row={row} />
      <span className="flex items-center gap-2">
        <DownloadCell row={row} />
        <RowMenu row={row} />
      </span>
    </div>
    <div className="flex items-baseline justify-between gap-4">
      <span className="font-medium">
        <NameCell row={row} />
      </span>
      <span className="text-ink-3">
        <CreatedCell row={row} />
      </span>
    </div>
    <div className="flex items-end justify-between gap-4 text-ink-2">
      <RangeCell row={row} />
      <FileCell row={row} />
    </div>
  </div>
)
