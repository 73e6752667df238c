/** What several runs of one thing came to. */
export interface Spread {
  readonly median: number
  readonly lowest: number
  readonly highest: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const half = sorted.length / 2
  const median = Number.isInteger(half) ? (at(half - 1) + at(half)) / 2 : at(Math.floor(half))
  return { median, lowest: at(0), highest: at(sorted.length - 1) }
}

/** Three digits that count, whatever the size. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
