import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { useMedia } from '../../../ui/media.ts'
import type { Column } from '../../../ui/table.tsx'
import { AboutCell, AfterCell, ChannelCell, IdCell, RowActs, StatusCell, TimeCell, TypeCell } from './cells.tsx'
import { MaybeCheck } from './check-payment.tsx'
import { Amount } from './figure.tsx'

const acts: Column<Transaction> = {
  title: 'ui.actions',
  cell: (line) => <RowActs line={line} />,
  end: true,
  quiet: true,
  fixed: true,
  bar: 56,
}

const about = (line: Transaction) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
    <AboutCell line={line} />
    <MaybeCheck line={line} />
  </span>
)

/** The date above the time, so that the description has room at 1280. */
const time = (line: Transaction) => (
  <span className="block w-26 py-1">
    <TimeCell line={line} />
  </span>
)

const wide: readonly Column<Transaction>[] = [
  { title: 'transactions.time', cell: time, sort: 'at', bar: 96 },
  { title: 'transactions.type', cell: (line) => <TypeCell line={line} />, bar: 56 },
  { title: 'transactions.about', cell: about, fixed: true, bar: 140 },
  { title: 'transactions.id', cell: (line) => <IdCell line={line} />, bar: 96 },
  { title: 'transactions.channel', cell: (line) => <ChannelCell line={line} />, bar: 56 },
  { title: 'transactions.status', cell: (line) => <StatusCell line={line} />, bar: 64 },
  { title: 'transactions.amount', cell: (line) => <Amount line={line} />, end: true, bar: 96 },
  { title: 'transactions.after', cell: (line) => <AfterCell line={line} />, end: true, bar: 80 },
  acts,
]

/** Between phone and desktop width, related values share a column. */
const medium: readonly Column<Transaction>[] = [
  {
    title: 'transactions.about',
    cell: (line) => (
      <span className="grid gap-1 py-2">
        <span className="flex items-center gap-2">
          <TypeCell line={line} />
          {about(line)}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
          <TimeCell line={line} />
          <IdCell line={line} />
        </span>
      </span>
    ),
    fixed: true,
    bar: 180,
  },
  {
    title: 'transactions.status',
    cell: (line) => (
      <span className="grid gap-1 py-2">
        <StatusCell line={line} />
        <ChannelCell line={line} />
      </span>
    ),
    bar: 64,
  },
  {
    title: 'transactions.amount',
    cell: (line) => (
      <span className="grid justify-items-end gap-1 py-2">
        <Amount line={line} />
        <span className="text-xs text-ink-3">
          <AfterCell line={line} />
        </span>
      </span>
    ),
    end: true,
    bar: 96,
  },
  acts,
]

/** The columns that fit beside the menu. */
export const useColumns = (): readonly Column<Transaction>[] => (useMedia('(min-width: 1240px), print') ? wide : medium)
