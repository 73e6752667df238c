import { setImmediate as immediate } from 'node:timers/promises'

/** Milliseconds of work between two looks at the network: a request that came meanwhile waits no longer. */
const TURN = 5

/**
 * Calls `work` with each item in order. Requests that came meanwhile have their turn every few milliseconds, where the
 * rows of a list would keep them waiting for tenths of a second.
 */
export async function inShortTurns<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
  let until = performance.now() + TURN
  for (const [index, item] of items.entries()) {
    work(item, index)
    if (performance.now() < until) continue
    await immediate()
    until = performance.now() + TURN
  }
}
