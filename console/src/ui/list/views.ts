import { parsed, useKept } from './kept.ts'

/** The address of a list without what is open in it: its filters and its order. */
export type ViewSearch = Readonly<Record<string, string | number | boolean>>

/** A named set of filters and an order. */
export interface View {
  readonly name: string
  readonly search: ViewSearch
}

export const limits = { name: 40, views: 20 } as const

/** The parts of an address that belong to no view: the open record and the page. */
const passing: ReadonlySet<string> = new Set(['open', 'edit', 'offset', 'limit'])

export function viewSearch(search: object): ViewSearch {
  const kept: [string, string | number | boolean][] = []
  for (const [name, value] of Object.entries(search)) {
    if (passing.has(name)) continue
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') kept.push([name, value])
  }
  return Object.fromEntries(kept)
}

/** True where both have the same parts. */
export const isSameView = (one: ViewSearch, other: ViewSearch): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

/** Parses kept views, and leaves out invalid ones. */
export function readViews(text: string): readonly View[] {
  const kept = parsed(text)
  if (!Array.isArray(kept)) return []
  return kept.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('name' in each) || !('search' in each)) return []
    const { name, search } = each
    return typeof name === 'string' && typeof search === 'object' && search !== null
      ? [{ name, search: viewSearch(search) }]
      : []
  })
}

/** Adds a view, or replaces the one of its name. The oldest goes where there are too many. */
export const withView = (views: readonly View[], view: View): readonly View[] =>
  [...views.filter(({ name }) => name !== view.name), view].slice(-limits.views)

/** The views that an account has saved of a list, in this browser. */
export function useViews(list: string, account: string): readonly [readonly View[], (views: readonly View[]) => void] {
  const [text, keep] = useKept(`hy_views_${list}_${account}`)
  return [readViews(text), (views) => keep(JSON.stringify(views))]
}
