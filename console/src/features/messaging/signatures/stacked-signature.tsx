import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { Moment } from '../../../ui/moment.tsx'
import { FilingChips } from '../../../ui/review/filing-chips.tsx'
import { NameCell, RegionsCell, ScenesCell, SourceCell, StatusCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'
import type { Ask } from './use-acts.ts'

/** One sender on a narrow screen. */
export function StackedSignature({ row, ask }: { row: Signature; ask: Ask }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <StatusCell row={row} />
        <RowMenu row={row} ask={ask} />
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <NameCell row={row} />
        <span className="text-ink-3">
          <Moment at={row.updated_at} />
        </span>
      </div>
      <p className="flex flex-wrap gap-x-3 text-ink-2">
        <span>
          <SourceCell row={row} />
        </span>
        <span>
          <ScenesCell row={row} />
        </span>
        <span>
          <RegionsCell row={row} />
        </span>
      </p>
      {row.filings.length > 0 && <FilingChips filings={row.filings} />}
    </div>
  )
}
