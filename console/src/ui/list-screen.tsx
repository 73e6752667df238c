import { type ReactNode, useDeferredValue, useRef } from 'react'
import type { TextId } from '../i18n/ids.ts'
import { formatDate, useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { footOf } from './list/foot.ts'
import { isShown, useLayout } from './list/layout.ts'
import type { Sorting } from './list/sorting.ts'
import { useListKeys } from './list/use-list-keys.ts'
import { Table, type Column } from './table.tsx'

/** The state of the rows, as `useList` returns it. */
interface ListState<Row> {
  rows: readonly Row[]
  waiting: boolean
  refreshing: boolean
  more: { load: () => void; loading: boolean } | null
  error: unknown
  retry: () => void
  searchedTo?: string | null
  exact?: boolean
}

interface ListScreenProps<Row> {
  /** The name of the list, under which the browser keeps its layout. */
  name: string
  header: ReactNode
  filters?: ReactNode
  list: ListState<Row>
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  stacked: (row: Row) => ReactNode
  sorting?: Sorting
  controls?: boolean
  tall?: boolean
  endless?: boolean
  /** Replaces the table of an empty list. */
  empty: ReactNode
  /** The title of the error when the rows fail to load. */
  failedTitle: string
  /** Leads on from an error that no retry resolves. */
  failedAction?: ReactNode
}

const WAITING_ROWS = 5

const footTexts: Partial<Record<ReturnType<typeof footOf>, TextId>> = {
  all: 'list.allLoaded',
  beyond: 'list.beyond',
}

interface MoreRowsProps {
  more: ListState<unknown>['more']
  /** The text beside the button, or in its place. */
  text?: ReactNode
}

function MoreRows({ more, text }: MoreRowsProps) {
  const t = useText()
  return (
    <div className="mt-4 flex min-h-9 flex-wrap items-center justify-center gap-3 text-sm text-ink-3 print:hidden">
      {text}
      {more && (
        <Button size="small" onClick={more.load} busy={more.loading} busyLabel={t('ui.loading')}>
          {t('list.loadMore')}
        </Button>
      )}
    </div>
  )
}

/** Replaces the table while no row of the entries so far matches. */
function Searching({ list: { more, searchedTo } }: { list: ListState<unknown> }) {
  const t = useText()
  return (
    <Card>
      <div role="status" className="px-4 py-10 text-center">
        <MoreRows
          more={more}
          text={
            searchedTo ? t('list.searchedTo', { date: formatDate(searchedTo, { dateStyle: 'medium' }) }) : undefined
          }
        />
      </div>
    </Card>
  )
}

/** The layout of every list screen: header, filters from the address, rows, and a button that loads more of them. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { name, header, filters, list, empty, failedTitle, failedAction, columns, ...table } = props
  const t = useText()
  const [layout] = useLayout(name)
  const screen = useRef<HTMLDivElement>(null)
  useListKeys(screen)
  // New rows are drawn in slices, between which the page answers.
  const rows = useDeferredValue(list.rows)
  const waiting = useDeferredValue(list.waiting)
  const more = useDeferredValue(list.more !== null)
  const exact = useDeferredValue(list.exact ?? true)
  const foot = footOf({ rows, waiting, more, exact })
  return (
    <div ref={screen} data-list>
      {header}
      {filters}
      {list.error ? (
        <Card>
          <ErrorPanel title={failedTitle} error={list.error} onRetry={list.retry} action={failedAction} />
        </Card>
      ) : foot === 'empty' ? (
        <Card>{empty}</Card>
      ) : foot === 'cut' ? (
        <Card>
          <EmptyState title={t('list.cut')} text={t('list.cutText')} />
        </Card>
      ) : foot === 'search' ? (
        <Searching list={list} />
      ) : (
        <>
          <Table
            {...table}
            columns={columns.filter((column) => isShown(column, layout))}
            dense={layout.dense}
            rows={rows}
            waiting={waiting ? WAITING_ROWS : 0}
            refreshing={list.refreshing}
          />
          {!waiting && <MoreRows more={list.more} text={footTexts[foot] && t(footTexts[foot])} />}
        </>
      )}
    </div>
  )
}
