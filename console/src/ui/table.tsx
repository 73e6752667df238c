import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TextId } from '../i18n/ids.ts'
import { useText } from '../i18n/text.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { ariaShortcuts } from './list/shortcuts.ts'
import { directionOf, type Sorting, toggled } from './list/sorting.ts'
import { useWide } from './media.ts'
import { RowWindow, useKeptWidths, WINDOW } from './list/row-window.tsx'

export interface Column<Row> {
  title: TextId
  cell: (row: Row) => ReactNode
  /** Aligned at the end, for numbers and controls. */
  end?: boolean
  /** The title is for screen readers only, as above a row's controls. */
  quiet?: boolean
  /** The column's name in a sort, where the list can be sorted by it. */
  sort?: string
  /** The column that identifies the row, which is always shown. */
  fixed?: boolean
  /** Hidden until the customer chooses it. */
  rare?: boolean
  /** The width of the cell's placeholder in pixels. */
  bar?: number
}

interface TableProps<Row> {
  /** The accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** One row on a narrow screen, without columns. */
  stacked: (row: Row) => ReactNode
  /** Rows with controls are 48 px high, others 40. */
  controls?: boolean
  /** Rows that can grow by several lines: their cells align at the top. */
  tall?: boolean
  /** Rows are lower, so that more of them fit. */
  dense?: boolean
  /** The number of placeholder rows. */
  waiting?: number
  /** The order of the rows, which the heads of sortable columns change. */
  sorting?: Pick<Sorting, 'value' | 'onChange'> | undefined
  /** A list without an end: rows far from the screen are not in the page. Their heights must not depend on it. */
  endless?: boolean
  /** New rows are loading; the old ones stay and are dimmed. */
  refreshing?: boolean
}

const frame = 'overflow-clip rounded-lg border border-line bg-raised'
/** A table that is wider than a small screen scrolls sideways, and its head with it; a wide screen keeps the head in sight. */
const wideFrame = 'relative max-xl:overflow-x-auto print:overflow-visible'
/** A link with `data-opens` covers its row, and the row of the open sheet is marked. */
const rowLooks =
  'relative scroll-mt-28 scroll-mb-6 focus-visible:-outline-offset-2 has-[[data-opener]:focus-visible]:bg-well has-[a[data-opens]]:hover:bg-well has-[a[data-opens][aria-current]]:bg-accent-soft has-[a[data-opens]:focus-visible]:bg-well'
const cellLooks = 'px-3 first:pl-4 last:pr-4'
const Bar = ({ width }: { width: number }) => (
  <span className="block h-2.5 max-w-full rounded-full bg-fill-strong" style={{ width }} />
)

const arrows = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

interface SortHeadProps extends Pick<Sorting, 'value' | 'onChange'> {
  title: string
  column: string
  end: boolean | undefined
}

/** The head of a column that the list can be sorted by. The arrow of the others shows on hover. */
function SortHead({ title, column, end = false, value, onChange }: SortHeadProps) {
  const direction = directionOf(value, column)
  return (
    <button
      type="button"
      onClick={() => onChange(toggled(value, column))}
      className={cx(
        'group inline-flex h-7 items-center gap-1 rounded-sm font-medium hover:text-ink',
        direction !== 'none' && 'text-ink-2',
        end && 'flex-row-reverse',
      )}
    >
      {title}
      <Icon
        of={arrows[direction]}
        size={12}
        className={direction === 'none' ? 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100' : ''}
      />
    </button>
  )
}

function WideTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  controls = false,
  tall = false,
  dense = false,
  waiting = 0,
  refreshing = false,
  endless = false,
  sorting,
}: TableProps<Row>) {
  const t = useText()
  const isLong = endless && rows.length > WINDOW
  const table = useKeptWidths(isLong, columns.length)
  const height = tall
    ? cx('align-top', dense ? 'py-1.5' : 'py-3')
    : controls
      ? dense
        ? 'h-9'
        : 'h-12'
      : dense
        ? 'h-8'
        : 'h-10'
  const rowOf = (row: Row, nr: number) => (
    <tr
      key={rowKey(row)}
      data-row
      // The head is the first row.
      aria-rowindex={isLong ? nr + 2 : undefined}
      className={cx(rowLooks, 'border-line', nr > 0 && 'border-t')}
    >
      {columns.map((column) => (
        <td key={column.title} className={cx(cellLooks, height, column.end && 'text-right tabular-nums')}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
  return (
    <div className={cx(frame, wideFrame, refreshing && 'opacity-60')} aria-busy={refreshing || waiting > 0}>
      <table
        ref={table}
        aria-label={label}
        aria-keyshortcuts={ariaShortcuts}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        className="w-full text-left text-sm"
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                aria-sort={sorting && column.sort !== undefined ? directionOf(sorting.value, column.sort) : undefined}
                className={cx(
                  cellLooks,
                  'z-10 h-9 border-b border-line bg-well text-xs font-medium whitespace-nowrap text-ink-3 xl:sticky xl:top-14',
                  column.end && 'text-right',
                )}
              >
                {sorting && column.sort !== undefined ? (
                  <SortHead title={t(column.title)} column={column.sort} end={column.end} {...sorting} />
                ) : (
                  <span className={column.quiet ? 'sr-only' : ''}>{t(column.title)}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {isLong &&
          Array.from({ length: Math.ceil(rows.length / WINDOW) }, (_, nr) => (
            <RowWindow key={nr}>
              {rows.slice(nr * WINDOW, (nr + 1) * WINDOW).map((row, place) => rowOf(row, nr * WINDOW + place))}
            </RowWindow>
          ))}
        <tbody>
          {!isLong && rows.map(rowOf)}
          {Array.from({ length: waiting }, (_, index) => (
            <tr key={index} className="border-line not-first:border-t">
              {columns.map((column) => (
                <td key={column.title} className={cx(cellLooks, height)}>
                  <Bar width={column.bar ?? 80} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** From this number of rows on, those outside the screen are neither laid out nor painted. */
const MANY = 50
const unseen = '[contain-intrinsic-size:auto_7rem] [content-visibility:auto] print:[content-visibility:visible]'

function StackedRows<Row>({ label, rows, rowKey, stacked, waiting = 0, refreshing = false }: TableProps<Row>) {
  return (
    <ul
      aria-label={label}
      aria-keyshortcuts={ariaShortcuts}
      aria-busy={refreshing || waiting > 0}
      className={cx(frame, 'divide-y divide-line', refreshing && 'opacity-60')}
    >
      {rows.map((row) => (
        <li key={rowKey(row)} data-row className={cx(rowLooks, 'p-4 text-sm', rows.length >= MANY && unseen)}>
          {stacked(row)}
        </li>
      ))}
      {Array.from({ length: waiting }, (_, index) => (
        <li key={index} className="grid h-28 content-center gap-4 p-4">
          <Bar width={96} />
          <Bar width={220} />
          <Bar width={160} />
        </li>
      ))}
    </ul>
  )
}

/** A native table with a sticky head; stacked rows below 768 px. */
export function Table<Row>(props: TableProps<Row>) {
  return useWide() ? <WideTable {...props} /> : <StackedRows {...props} />
}
