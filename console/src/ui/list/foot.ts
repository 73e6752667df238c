interface Rows {
  readonly rows: readonly unknown[]
  readonly waiting: boolean
  readonly more: unknown
}

/**
 * The end of a list: empty, its next page, or all of it. A list that is read in bounded steps may have no row yet and
 * still more to search, so that it is not empty.
 */
export function footOf({ rows, waiting, more }: Rows): 'waiting' | 'empty' | 'search' | 'more' | 'all' {
  if (waiting) return 'waiting'
  if (more !== null) return rows.length === 0 ? 'search' : 'more'
  return rows.length === 0 ? 'empty' : 'all'
}
