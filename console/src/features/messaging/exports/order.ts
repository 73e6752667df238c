import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { exports as limits } from '@hongyan/contract/limits/exports'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { columnsOf, type ExportFormat, type ExportKind, type ExportRepeat } from '@hongyan/contract/vocabulary/export'
import type { Choice } from './queries.ts'

/** An export as its form holds it. */
export interface Order extends Choice {
  readonly columns: readonly string[]
  readonly format: ExportFormat
  readonly gzip: boolean
  readonly zone: string
  readonly masked: boolean
  readonly language: Locale
  readonly repeat: ExportRepeat
  readonly notify: boolean
}

/** The columns that an export has until its owner chooses others. */
const usualColumns = (kind: ExportKind): readonly string[] =>
  [...columnsOf(kind)].filter(([, { extra }]) => extra !== true).map(([name]) => name)

interface Place {
  readonly zone: string
  readonly language: Locale
}

/** A new order, numbers masked. */
export const newOrder = (choice: Choice, { zone, language }: Place): Order => ({
  ...choice,
  columns: usualColumns(choice.kind),
  format: 'csv',
  gzip: false,
  zone,
  masked: true,
  language,
  repeat: 'none',
  notify: true,
})

/** The order of an export, to run it again. */
export const orderOf = ({
  kind,
  from,
  to,
  filters,
  columns,
  format,
  gzip,
  zone,
  masked,
  language,
  notify,
}: Export): Order => ({
  kind,
  from,
  to,
  filters,
  columns,
  format,
  gzip,
  zone,
  masked,
  language,
  notify,
  repeat: 'none',
})

/** True for a kind whose rows have phone numbers. */
export const hasNumbers = (kind: ExportKind): boolean => kind === 'messages' || kind === 'recipients'

/** Another kind has other columns and filters. */
export const withKind = (order: Order, kind: ExportKind): Order =>
  kind === order.kind ? order : { ...order, kind, filters: {}, columns: usualColumns(kind) }

/** A workbook is compressed as it is. */
export const withFormat = (order: Order, format: ExportFormat): Order => ({
  ...order,
  format,
  gzip: format === 'xlsx' ? false : order.gzip,
})

/** Adds or removes a column, in the order of the kind's columns. The last one stays. */
export function withColumn(order: Order, column: string, isOn: boolean): Order {
  const chosen = new Set(order.columns)
  if (isOn) chosen.add(column)
  else if (chosen.size > 1) chosen.delete(column)
  return { ...order, columns: [...columnsOf(order.kind).keys()].filter((name) => chosen.has(name)) }
}

/** A choice of the list of transactions itself: it leaves out top-ups that were never paid. */
const OF_THE_LIST = 'abandoned'

/** The number of filters that a person chose. */
export const countFilters = ({ filters }: Pick<Choice, 'filters'>): number =>
  Object.keys(filters).filter((name) => name !== OF_THE_LIST).length

/** Removes the filters that a person chose. */
export const withoutFilters = (order: Order): Order => ({
  ...order,
  filters: Object.fromEntries(Object.entries(order.filters).filter(([name]) => name === OF_THE_LIST)),
})

/** The name of an export that its owner does not name. */
export const nameOf = (title: string, { from, to }: Choice): string =>
  `${title} ${from === to ? from : `${from} – ${to}`}`.slice(0, limits.nameMax)

/** The filters in another page's query. */
export const filtersIn = (query: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(query))
