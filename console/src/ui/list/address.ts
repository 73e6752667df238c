import { periods, type RangeSearch, readDay } from './range.ts'

/** Parses one parameter of the address; undefined for an invalid one. */
export type Reader<Value> = (param: unknown) => Value | undefined

/** A reader for each parameter of a page. */
export type Readers<Search> = { readonly [Name in keyof Required<Search>]: Reader<Exclude<Search[Name], undefined>> }

export const oneOf =
  <Value>(values: readonly Value[]): Reader<Value> =>
  (param) =>
    values.find((value) => value === param)

/** A text that `read` understands. It returns null for any other. */
export const text =
  (read: (typed: string) => string | null): Reader<string> =>
  (param) =>
    typeof param === 'string' ? (read(param) ?? undefined) : undefined

/** The parameters of a range. */
export const rangeReaders: Readers<RangeSearch> = {
  period: oneOf(periods),
  from: text(readDay),
  to: text(readDay),
}

/**
 * Parses the address. Leaves out invalid parameters, the days beside a period, and the end of a range that is before
 * its beginning.
 */
export function readAddress<Search extends object>(readers: Readers<Search>, search: object): Partial<Search> {
  const params = new Map<string, unknown>(Object.entries(search))
  const found = new Map<string, unknown>()
  for (const [name, read] of Object.entries<Reader<unknown>>(readers)) {
    const value = read(params.get(name))
    if (value !== undefined) found.set(name, value)
  }
  const [from, to] = [found.get('from'), found.get('to')]
  if (found.has('period')) found.delete('from')
  if (found.has('period') || (typeof from === 'string' && typeof to === 'string' && from > to)) found.delete('to')
  return Object.fromEntries(found) as Partial<Search> // each value comes from the reader of its name
}

/** Returns the search with one part set, or removed. */
export function withPart<Search extends object, Name extends keyof Search>(
  search: Search,
  name: Name,
  value: Search[Name] | undefined,
): Search {
  const { [name]: _, ...others } = search
  return { ...others, ...(value !== undefined && { [name]: value }) } as Search // the other parts are unchanged
}

/** Returns the search without some parts. */
export const without = <Search extends object, Name extends keyof Search>(
  search: Search,
  ...names: readonly Name[]
): Omit<Search, Name> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.some((each) => each === name))) as Omit<
    Search,
    Name
  > // the named parts are gone

/** Returns a function that sets a part of the search, or removes it. */
export const partSetter =
  <Search extends object>(search: Search, onChange: (search: Search) => void) =>
  <Name extends keyof Search>(name: Name) =>
  (value: Search[Name] | undefined): void =>
    onChange(withPart(search, name, value))

/** Returns the search with another range. */
export const withRange = <Search extends RangeSearch>(search: Search, range: RangeSearch): Search =>
  ({ ...without(search, 'period', 'from', 'to'), ...range }) as Search // the other parts are unchanged

/** Returns what stays of the search when its filters go: the order. */
export const keptOrder = <Sort>(search: { readonly sort?: Sort }): { readonly sort?: Sort } =>
  search.sort === undefined ? {} : { sort: search.sort }

/** The parts of an address that are no filters: the open record, and the order. */
const OTHERS = ['open', 'sort'] as const

/** The number of filters that are set; a range counts once. */
export function countFilters(search: RangeSearch & { open?: unknown; sort?: unknown }): number {
  const { period, from, to, ...others } = without(search, ...OTHERS)
  return Object.keys(others).length + ((period ?? from ?? to) === undefined ? 0 : 1)
}
