interface Rows {
  readonly rows: readonly unknown[]
  readonly waiting: boolean
  readonly more: boolean
  readonly exact?: boolean
}

/**
 * The end of a list: empty, its next page, or all of it. A list that is read in bounded steps may have no row yet and
 * still more to search, so that it is not empty. A list without an exact total has rows that no page reaches, or was cut
 * short before the first.
 */
export function footOf({ rows, waiting, more, exact = true }: Rows) {
  if (waiting) return 'waiting'
  if (!exact && !more) return rows.length === 0 ? 'cut' : 'beyond'
  if (more) return rows.length === 0 ? 'search' : 'more'
  return rows.length === 0 ? 'empty' : 'all'
}
