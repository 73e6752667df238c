/**
 * Rows without those that are there already. A line that comes in while somebody reads moves those behind it onto the
 * next page, which then brings one of them again; what the later page says of it is newer.
 */
export const once = <Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
