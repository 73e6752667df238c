/** Milliseconds of work between two polls of the network: a request that arrives meanwhile waits no longer. */
const SLICE_MILLIS = 4

/** Shares the processor among owners: the synchronous work of one waits while the others have their turns. */
export interface FairTurns {
  /**
   * Runs `work` in its owner's turn; at once while there is little to do. Owners that wait get equal time, so work that
   * is short is soon done beside work that is long, however many owners have it. Rejects with what `work` throws.
   */
  readonly run: <T>(owner: string, work: () => T) => Promise<T>
}

/**
 * Start-time fair queuing (Goyal, Vin and Cheng, 1996): each piece of work begins at a virtual time, which is that of the
 * queue or, where it is later, the end of its owner's last piece. The piece that begins first is next.
 */
export function createFairTurns(now: () => number = () => performance.now()): FairTurns {
  /** Work that waits, by owner. */
  const lines = new Map<string, (() => void)[]>()
  /** The virtual time at which the last piece of each owner ended. */
  const ends = new Map<string, number>()
  /** The virtual time at which the last piece began. */
  let virtual = 0
  let spent = 0
  let draining = false

  const timed = (owner: string, work: () => void): void => {
    const started = now()
    work()
    const took = now() - started
    spent += took
    virtual = Math.max(virtual, ends.get(owner) ?? 0)
    ends.set(owner, virtual + took)
  }

  /** The owner whose next piece begins first. */
  const nextOwner = (): string | undefined => {
    let next: string | undefined
    let earliest = Infinity
    for (const owner of lines.keys()) {
      const start = Math.max(virtual, ends.get(owner) ?? 0)
      if (start < earliest) {
        next = owner
        earliest = start
      }
    }
    return next
  }

  const drain = (): void => {
    spent = 0
    for (let owner = nextOwner(); owner !== undefined && spent < SLICE_MILLIS; owner = nextOwner()) {
      const line = lines.get(owner) ?? []
      const work = line.shift()
      // The owner goes behind those whose work begins at the same time.
      lines.delete(owner)
      if (line.length > 0) lines.set(owner, line)
      if (work !== undefined) timed(owner, work)
    }
    draining = lines.size > 0
    if (draining) setImmediate(drain)
    // Without a line no owner has had more than it may have.
    else ends.clear()
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
        if (lines.size === 0 && spent < SLICE_MILLIS) return timed(owner, settled)
        const line = lines.get(owner)
        if (line) line.push(settled)
        else lines.set(owner, [settled])
        return undefined
      }),
  }
}
