/** Steady: a burst costs within this share of the burst before it. */
const STEADY = 0.1

/** Plays bursts until two in a row cost the same, at most so many. Returns the cost of each. */
export async function untilSteady(burst: () => Promise<number>, most: number): Promise<readonly number[]> {
  const costs: number[] = []
  while (costs.length < most) {
    costs.push(await burst())
    const [before = Infinity, last = 0] = costs.slice(-2)
    if (costs.length > 1 && Math.abs(last / before - 1) <= STEADY) break
  }
  return costs
}
