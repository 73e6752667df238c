import { parsed, useKept } from './kept.ts'

/** The customer's arrangement of a list: the chosen columns by their titles, and the height of the rows. */
export interface Layout {
  readonly columns: Readonly<Record<string, boolean>>
  readonly dense: boolean
}

/** The part of a column that its choice needs. */
interface ChosenColumn {
  title: string
  /** The column that identifies the row, which is always shown. */
  fixed?: boolean
  /** Hidden until it is chosen. */
  rare?: boolean
  /** Controls without a visible title, which are always shown. */
  quiet?: boolean
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a kept layout. An invalid part falls back to its default. */
export function readLayout(text: string): Layout {
  const kept = parsed(text)
  if (!isRecord(kept)) return { columns: {}, dense: false }
  const columns = isRecord(kept['columns']) ? Object.entries(kept['columns']) : []
  return {
    columns: Object.fromEntries(
      columns.flatMap(([title, shown]) => (typeof shown === 'boolean' ? [[title, shown]] : [])),
    ),
    dense: kept['dense'] === true,
  }
}

export const isShown = (
  { title, fixed = false, rare = false, quiet = false }: ChosenColumn,
  { columns }: Layout,
): boolean => fixed || quiet || (columns[title] ?? !rare)

/** The columns that may be hidden. */
export const choosable = <Column extends ChosenColumn>(columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ fixed = false, quiet = false }) => !fixed && !quiet)

/** The layout of a list in this browser. */
export function useLayout(list: string): readonly [Layout, (layout: Layout) => void] {
  const [text, keep] = useKept(`hy_list_${list}`)
  return [readLayout(text), (layout) => keep(JSON.stringify(layout))]
}
