/**
 * The weights of a rule in percent, which add up to 100. What rounding down leaves goes, one each, to the weights with
 * the largest rest; of equal rests the first.
 */
export function percentsOf(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (weight * 100) / sum)
  const percents = exact.map(Math.floor)
  const left = 100 - percents.reduce((total, percent) => total + percent, 0)
  const byRest = [...exact.keys()].toSorted((one, other) => restOf(exact, other) - restOf(exact, one))
  for (const index of byRest.slice(0, left)) percents[index] = (percents[index] ?? 0) + 1
  return percents
}

const restOf = (exact: readonly number[], index: number): number => (exact[index] ?? 0) % 1
