import type { Sort } from '@hongyan/contract/vocabulary/sorting'
import type { TextId } from '../../i18n/ids.ts'

/** The order of a list, and the columns that it can be sorted by. */
export interface Sorting<Column extends string = string> {
  readonly titles: Readonly<Record<Column, TextId>>
  readonly value: Sort<Column>
  // A method, so that a list of certain columns is also a list of any.
  onChange(this: void, sort: Sort<Column>): void
}

/** The order after a press on a column's head: the other way round, or first descending. */
export const toggled = (sort: Sort, column: string): Sort => (sort === `-${column}` ? column : `-${column}`)

/** The value of a head's `aria-sort`. */
export function directionOf(sort: Sort, column: string): 'ascending' | 'descending' | 'none' {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}
