import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { formatNumber } from '../../../../i18n/text.ts'
import type { Column } from '../../../../ui/table.tsx'
import { latencyText, shareText } from '../labels.ts'
import { LastErrorCell, NameCell, PriorityText, ProductsText, RateCell, RegionsCell, TypeText } from './cells.tsx'
import { RowMenu } from './row-menu.tsx'
import { StateMark } from './state-mark.tsx'

export const columns: readonly Column<Upstream>[] = [
  { title: 'upstreams.name', cell: (row) => <NameCell row={row} />, fixed: true, bar: 140 },
  { title: 'upstreams.type', cell: (row) => <TypeText row={row} />, rare: true, bar: 60 },
  { title: 'upstreams.products', cell: (row) => <ProductsText row={row} />, rare: true, bar: 32 },
  { title: 'upstreams.state', cell: (row) => <StateMark row={row} />, bar: 72 },
  { title: 'upstreams.regions', cell: (row) => <RegionsCell row={row} />, bar: 72 },
  { title: 'upstreams.success', cell: (row) => shareText(row.accepted, row.submitted), end: true, bar: 40 },
  { title: 'upstreams.p95', cell: ({ p95 }) => latencyText(p95), end: true, bar: 40 },
  { title: 'upstreams.receipts', cell: (row) => shareText(row.receipts, row.accepted), end: true, bar: 40 },
  { title: 'upstreams.rate', cell: (row) => <RateCell row={row} />, end: true, bar: 48 },
  { title: 'upstreams.submitted', cell: ({ submitted }) => formatNumber(submitted), end: true, rare: true, bar: 40 },
  { title: 'upstreams.lastError', cell: (row) => <LastErrorCell row={row} />, bar: 64 },
  { title: 'upstreams.priority', cell: (row) => <PriorityText row={row} />, bar: 48 },
  { title: 'ui.actions', cell: (row) => <RowMenu row={row} />, end: true, quiet: true, fixed: true, bar: 28 },
]
