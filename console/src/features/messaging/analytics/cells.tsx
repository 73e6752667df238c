import type { Figures } from '@hongyan/contract/endpoints/messaging/analytics'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type ContextType, type ReactNode, use } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, t } from '../../../i18n/text.ts'
import { Money } from '../../../ui/money.tsx'
import type { Column } from '../../../ui/table.tsx'
import { ChangeMark } from './change.tsx'
import { type Change, DASH, inPoints, rateOf, rateText, relative, spanText } from './figures.ts'
import { Figure, type FigureName, RowsContext } from './links.tsx'

/** A row of figures, with those before where they are compared. */
export type FigureRow = Figures & { readonly recipients?: number; readonly previous?: Figures | null }

export const cellNames = [
  'messages',
  'delivered',
  'rate',
  'failed',
  'refused',
  'all',
  'p50',
  'p95',
  'cost',
  'costPerDelivered',
  'recipients',
] as const
export type CellName = (typeof cellNames)[number]

export type Cells<Row> = Readonly<Record<CellName, (row: Row) => ReactNode>>

interface Kind {
  readonly of: FigureName
  readonly shown: (row: FigureRow, currency: Currency) => ReactNode
  readonly change?: (now: FigureRow, before: Figures) => Change | null
}

const count = (pick: (of: FigureRow) => number): Pick<Kind, 'shown' | 'change'> => ({
  shown: (row) => formatNumber(pick(row)),
  change: (now, before) => relative(pick(now), pick(before)),
})
const span = (pick: (of: NonNullable<Figures['latency']>) => number): Pick<Kind, 'shown' | 'change'> => ({
  shown: ({ latency }) => (latency === null ? null : spanText(pick(latency))),
  change: ({ latency }, before) => relative(latency && pick(latency), before.latency && pick(before.latency)),
})

const kinds: Readonly<Record<CellName, Kind>> = {
  messages: { of: 'messages', ...count(({ messages }) => messages) },
  delivered: { of: 'delivered', ...count(({ delivered }) => delivered) },
  rate: {
    of: 'messages',
    shown: (row) => {
      const rate = rateOf(row)
      return rate === null ? null : rateText(rate)
    },
    change: (now, before) => inPoints(rateOf(now), rateOf(before)),
  },
  failed: { of: 'failed', ...count(({ failed }) => failed) },
  refused: { of: 'refused', ...count(({ refused }) => refused) },
  all: { of: 'all', ...count(({ messages, refused }) => messages + refused) },
  p50: { of: 'delivered', ...span(({ p50 }) => p50) },
  p95: { of: 'delivered', ...span(({ p95 }) => p95) },
  cost: {
    of: 'cost',
    shown: ({ cost }, currency) => <Money exact={cost} currency={currency} decimals={4} />,
    change: (now, before) => relative(Number(now.cost), Number(before.cost)),
  },
  costPerDelivered: {
    of: 'cost',
    shown: ({ cost_per_delivered: each }, currency) =>
      each === null ? null : <Money exact={each} currency={currency} decimals={4} />,
  },
  recipients: { of: 'messages', shown: ({ recipients = 0 }) => formatNumber(recipients) },
}

export const titles = {
  messages: 'analytics.messages',
  delivered: 'analytics.delivered',
  rate: 'analytics.rate',
  failed: 'analytics.failed',
  refused: 'analytics.refused',
  all: 'analytics.messages',
  p50: 'analytics.p50',
  p95: 'analytics.p95',
  cost: 'analytics.cost',
  costPerDelivered: 'analytics.costPerDelivered',
  recipients: 'analytics.recipients',
} as const satisfies Readonly<Record<CellName, TextId>>

interface Rows<Row> {
  readonly currency: Currency
  readonly nameOf: (row: Row) => string
  /** The days or the key of the row's messages; null where the log cannot select them. */
  readonly rows: (row: Row) => Partial<ContextType<typeof RowsContext>> | null
}

interface CellProps<Row> extends Rows<Row> {
  name: CellName
  row: Row
}

function Cell<Row extends FigureRow>({ name, row, currency, nameOf, rows }: CellProps<Row>) {
  const around = use(RowsContext)
  const { of, shown, change } = kinds[name]
  const value = shown(row, currency)
  const own = rows(row)
  const before = row.previous ?? null
  return (
    <span className="inline-grid justify-items-end gap-0.5 max-md:justify-items-start">
      {value === null ? (
        <span className="text-ink-3">{DASH}</span>
      ) : own === null ? (
        value
      ) : (
        <RowsContext value={{ ...around, ...own }}>
          <Figure of={of} label={t('analytics.openOf', { figure: t(titles[name]), name: nameOf(row) })}>
            {value}
          </Figure>
        </RowsContext>
      )}
      {before !== null && change !== undefined && <ChangeMark change={change(row, before)} />}
    </span>
  )
}

/** The cells of a table of figures, by their names. */
export const cellsOf = <Row extends FigureRow>(rows: Rows<Row>): Cells<Row> =>
  Object.fromEntries(
    cellNames.map((name) => [name, (row: Row) => <Cell name={name} row={row} {...rows} />]),
  ) as unknown as Cells<Row> // every name has a cell

export const figureColumns = <Row,>(cells: Cells<Row>, names: readonly CellName[]): Column<Row>[] =>
  names.map((name) => ({ title: titles[name], cell: cells[name], end: true }))
