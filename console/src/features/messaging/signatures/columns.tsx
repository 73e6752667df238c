import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { useMemo } from 'react'
import { useAccount } from '../../../api/account.ts'
import { formatNumber } from '../../../i18n/text.ts'
import { useMedia } from '../../../ui/media.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Column } from '../../../ui/table.tsx'
import { FilingCell, NameCell, RegionsCell, ScenesCell, SourceCell, StatusCell } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'
import type { Ask } from './use-acts.ts'

const wide: readonly Column<Signature>[] = [
  { title: 'signatures.name', cell: (row) => <NameCell row={row} />, fixed: true, bar: 120 },
  { title: 'signatures.kind', cell: (row) => <SourceCell row={row} />, bar: 72 },
  { title: 'signatures.scenes', cell: (row) => <ScenesCell row={row} />, bar: 120 },
  { title: 'signatures.regions', cell: (row) => <RegionsCell row={row} />, bar: 80 },
  { title: 'signatures.status', cell: (row) => <StatusCell row={row} />, bar: 80 },
]

/** Between phone and desktop width, related values share a column. */
const medium: readonly Column<Signature>[] = [
  {
    title: 'signatures.name',
    cell: (row) => (
      <span className="grid gap-1 py-2">
        <NameCell row={row} />
        <span className="text-xs text-ink-3">
          <SourceCell row={row} />
        </span>
      </span>
    ),
    fixed: true,
    bar: 120,
  },
  {
    title: 'signatures.scenes',
    cell: (row) => (
      <span className="grid gap-1 py-2">
        <ScenesCell row={row} />
        <span className="text-xs text-ink-3">
          <RegionsCell row={row} />
        </span>
      </span>
    ),
    bar: 120,
  },
  { title: 'signatures.status', cell: (row) => <StatusCell row={row} />, bar: 80 },
]

/** The columns that fit beside the menu. International accounts choose the one of carriers where they need it. */
export function useColumns(ask: Ask): readonly Column<Signature>[] {
  const isWide = useMedia('(min-width: 1180px), print')
  const { partition } = useAccount()
  return useMemo(
    () => [
      ...(isWide ? wide : medium),
      {
        title: 'signatures.filing',
        cell: (row) => <FilingCell row={row} />,
        rare: partition !== Partition.Cn,
        bar: 80,
      },
      {
        title: 'signatures.messages',
        cell: ({ messages }) => <span className="tabular-nums">{formatNumber(messages)}</span>,
        end: true,
        bar: 32,
      },
      { title: 'signatures.updated', cell: ({ updated_at: at }) => <Moment at={at} />, bar: 48 },
      {
        title: 'signatures.created',
        cell: ({ created_at: at }) => <Moment at={at} />,
        sort: 'created_at',
        rare: true,
        bar: 48,
      },
      { title: 'signatures.acts', cell: (row) => <RowMenu row={row} ask={ask} />, end: true, quiet: true, bar: 24 },
    ],
    [isWide, partition, ask],
  )
}
