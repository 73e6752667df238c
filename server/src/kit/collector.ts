/** Works on items in batches: those that come in while a batch is at work make the next one. */
export interface Collector<Item, Result> {
  /** Puts an item in line; resolves with what its batch made of it. */
  readonly add: (item: Item) => Promise<Result>
  /** Items in line, the batch at work not counted. */
  readonly waiting: number
  /** It takes no more. */
  readonly closed: boolean
  /** Takes no more, and resolves when all that was in line is done. */
  readonly drain: () => Promise<void>
}

export interface CollectorRules<Item, Result> {
  /** The next batch out of those in line, at least one; it removes them from the list. */
  readonly choose: (line: Item[]) => Item[]
  /** Does the whole batch. */
  readonly work: (batch: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>
  /** Milliseconds to gather before a batch begins. */
  readonly gather: number
  /**
   * Items that wait when a batch ends wait a little longer, for as many more as that batch had, as long as some arrive:
   * those who got its results tend to come back at once, and one batch then serves both halves. Absent: they do not wait.
   */
  readonly regather?: { readonly millis: number; readonly isFull: (line: readonly Item[]) => boolean }
  /** Whether one item may be the cause of an error: then the batch is halved until that item is alone. */
  readonly isOneItems: (error: unknown) => boolean
  /** True for an error of a batch that also rejects the items in line. Absent: none does. */
  readonly isEveryItems?: (error: unknown) => boolean
}

interface Waiter<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export function createCollector<Item extends object, Result>(
  rules: CollectorRules<Item, Result>,
): Collector<Item, Result> {
  const line: Item[] = []
  const waiters = new Map<Item, Waiter<Result>>()
  let running: Promise<void> | null = null
  /** Items that were in line when the last results were given. */
  let waiting = 0
  let closed = false

  const takeWaiter = (item: Item): Waiter<Result> | undefined => {
    const waiter = waiters.get(item)
    waiters.delete(item)
    return waiter
  }

  const oneBatch = async (batch: readonly Item[]): Promise<void> => {
    try {
      const results = await rules.work(batch)
      waiting = line.length
      for (const [item, result] of results) takeWaiter(item)?.resolve(result)
    } catch (error) {
      waiting = line.length
      if (batch.length > 1 && rules.isOneItems(error)) {
        const middle = Math.ceil(batch.length / 2)
        await oneBatch(batch.slice(0, middle))
        await oneBatch(batch.slice(middle))
        return
      }
      const also = rules.isEveryItems?.(error) === true ? line.splice(0) : []
      for (const item of [...batch, ...also]) takeWaiter(item)?.reject(error)
    }
  }

  /** Waits until so many items are in line or they fill a batch, as long as more arrive and the rules allow. */
  const regathered = async (items: number): Promise<void> => {
    if (rules.regather === undefined) return
    const { millis, isFull } = rules.regather
    const until = performance.now() + millis
    let inLine = line.length
    let pauses = 0
    while (
      line.length > 0 &&
      line.length < items &&
      !isFull(line) &&
      performance.now() < until &&
      pauses < QUIET_PAUSES
    ) {
      await nextMillisecond()
      pauses = line.length > inLine ? 0 : pauses + 1
      inLine = line.length
    }
  }

  const run = async (): Promise<void> => {
    if (rules.gather > 0) await new Promise((resolve) => setTimeout(resolve, rules.gather))
    else await new Promise((resolve) => setImmediate(resolve))
    while (line.length > 0) {
      const batch = rules.choose(line)
      await oneBatch(batch)
      await regathered(waiting + batch.length)
    }
    running = null
  }

  return {
    add(item) {
      if (closed) return Promise.reject(new Error('the loop has been closed'))
      const result = new Promise<Result>((resolve, reject) => waiters.set(item, { resolve, reject }))
      line.push(item)
      running ??= run()
      return result
    },
    get waiting() {
      return line.length
    },
    get closed() {
      return closed
    },
    async drain() {
      closed = true
      await running
    },
  }
}

/** Pauses of a millisecond without an arrival after which no more are expected. */
const QUIET_PAUSES = 3

const nextMillisecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))
