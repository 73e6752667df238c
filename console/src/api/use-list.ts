import { useMemo } from 'react'
import { startEarly, takeEarly } from './early.ts'
import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { useBusy } from '../ui/use-busy.ts'

/** A list call of one page. The caller provides all parameters except the offset. */
interface Page<Row> {
  body: readonly Row[]
  total: number | null
  exact?: boolean
}

type Pause<Row> = number | ((rows: readonly Row[]) => number | false)

interface ListSource<Row> {
  key: QueryKey
  /** The offset of the first page. */
  offset: number
  page: (offset: number, signal: AbortSignal) => Promise<Page<Row>>
  /** Milliseconds until a page is read again while the tab is visible; false where its rows no longer change. */
  every?: Pause<Row>
}

/**
 * The rows of all pages. A new row moves the others onto the next page, which then repeats one, with newer values: it
 * appears once, in its first place.
 */
export const rowsOf = <Row extends object>(pages: readonly Page<Row>[]): readonly Row[] => [
  ...new Map(pages.flatMap(({ body }) => body).map((row) => ['id' in row ? row.id : row, row])).values(),
]

export interface List<Row> {
  rows: readonly Row[]
  /** True until the first rows are loaded. */
  waiting: boolean
  /** True while new rows load and the old ones stay. */
  refreshing: boolean
  more: { load: () => void; loading: boolean } | null
  error: unknown
  retry: () => void
  /** The moment back to which a list that is read in steps was searched; null behind its end. */
  searchedTo?: string | null
  /** False where rows exist that no page reaches. */
  exact?: boolean
}

/** The offset of the next page, or undefined after the last row. An empty page always ends a list. */
export function nextOffset<Row>(pages: readonly Page<Row>[], first: number): number | undefined {
  const last = pages.at(-1)
  const reached = first + pages.reduce((sum, page) => sum + page.body.length, 0)
  if (!last || last.body.length === 0) return undefined
  return reached < (last.total ?? reached) ? reached : undefined
}

/** Milliseconds until the loaded pages are read again. Each page is a call, so many pages are read more rarely. */
export function pauseOf<Row extends object>(every: Pause<Row>, pages: readonly Page<Row>[]): number | false {
  const pause = typeof every === 'number' ? every : every(rowsOf(pages))
  return pause !== false && pause * Math.max(1, pages.length)
}

/** Loads the rows of a list call page by page. A change of filter keeps the old rows until the new ones are loaded. */
export function useList<Row extends object>({ key, offset, page, every }: ListSource<Row>): List<Row> {
  startEarly(key, (signal) => page(offset, signal))
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => takeEarly<Page<Row>>(key, signal) ?? page(pageParam, signal),
    initialPageParam: offset,
    getNextPageParam: (_, pages) => nextOffset(pages, offset),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => every !== undefined && pauseOf(every, state.data?.pages ?? []),
  })
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  const [loading, load] = useBusy(async () => {
    // A list that is read again and again has new rows, which would move the next page below older ones. So the loaded
    // pages are read first.
    const isMoving = every !== undefined && pauseOf(every, query.data?.pages ?? []) !== false
    if (isMoving && (await query.refetch({ cancelRefetch: false })).isError) return
    await query.fetchNextPage()
  })
  return {
    rows,
    waiting: query.isPending,
    refreshing: query.isPlaceholderData,
    more: query.hasNextPage ? { load, loading } : null,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    exact: query.data?.pages.at(-1)?.exact !== false,
  }
}
