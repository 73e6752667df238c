/**
 * Merges repeated rows. A new line moves the others onto the next page, which then repeats one of them, with newer
 * values.
 */
export const uniqueRows = <Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
