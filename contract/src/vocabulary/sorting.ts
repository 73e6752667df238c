/** The columns that each list can be sorted by, by the names of the reply's fields: those that an index serves. */
export const sortColumns = {
  audit: ['at'],
  credentials: ['created_at'],
  recipients: ['created_at'],
  invoices: ['from', 'due_on', 'total'],
  signatures: ['created_at'],
  templates: ['created_at'],
  tickets: ['no', 'updated_at'],
  transactions: ['at'],
} as const

/** A column in ascending order, or in descending order with a minus before it. */
export type Sort<Column extends string = string> = Column | `-${Column}`

/** Every order of a list. */
export const sortsBy = <const Column extends string>(columns: readonly Column[]): readonly Sort<Column>[] =>
  columns.flatMap((column): readonly Sort<Column>[] => [column, `-${column}`])

/** The column of a sort, and its direction as SQL and `aria-sort` begin to spell it. */
export const sortParts = <Column extends string>(sort: Sort<Column>): { column: Column; direction: 'asc' | 'desc' } =>
  sort.startsWith('-')
    ? { column: sort.slice(1) as Column, direction: 'desc' } // what the minus stands before
    : { column: sort as Column, direction: 'asc' } // without a minus it is the column
