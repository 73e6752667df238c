/** Milliseconds of work between two polls of the network: a request that arrives meanwhile waits no longer. */
const SLICE_MILLIS = 4

/** Shares the processor among owners: the synchronous work of one waits while the others have their turns. */
export interface FairTurns {
  /** Runs `work` in its owner's turn; at once while there is little to do. Rejects with what it throws. */
  readonly run: <T>(owner: string, work: () => T) => Promise<T>
}

export function createFairTurns(now: () => number = () => performance.now()): FairTurns {
  /** Work that waits, by owner. The owner whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>()
  let spent = 0
  let draining = false

  const timed = (work: () => void): void => {
    const started = now()
    work()
    spent += now() - started
  }

  const drain = (): void => {
    spent = 0
    for (const [owner, line] of lines) {
      if (spent >= SLICE_MILLIS) break
      const work = line.shift()
      lines.delete(owner)
      if (line.length > 0) lines.set(owner, line)
      if (work !== undefined) timed(work)
    }
    draining = lines.size > 0
    if (draining) setImmediate(drain)
  }

  /** The slice of this turn of the event loop ends with a look at the network. */
  const startSlice = (): void => {
    if (draining) return
    draining = true
    setImmediate(drain)
  }

  return {
    run: <T>(owner: string, work: () => T) =>
      new Promise<T>((resolve, reject) => {
        const settled = (): void => {
          try {
            resolve(work())
          } catch (error) {
            reject(error)
          }
        }
        startSlice()
        if (lines.size === 0 && spent < SLICE_MILLIS) return timed(settled)
        const line = lines.get(owner)
        if (line) line.push(settled)
        else lines.set(owner, [settled])
        return undefined
      }),
  }
}
