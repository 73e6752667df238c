import type { AccountId } from '@hongyan/contract/ids'
import { isContention } from '../db/tx.ts'
import { type Collector, type CollectorRules, createCollector } from '../kit/collector.ts'

/** Milliseconds for which an account stays apart after a lock of a batch took too long. */
const APART_FOR = 2_000

/** Milliseconds that a batch waits for a lock: little where it would hold up other accounts, more where it would not. */
const LOCK_TIMEOUT = { together: 250, alone: 2_000 } as const

export interface SharedRules<Item, Result> extends Pick<
  CollectorRules<Item, Result>,
  'gather' | 'regather' | 'isOneItems' | 'choose'
> {
  readonly accountOf: (item: Item) => AccountId
  /**
   * Rejects an account's line together with its batch that waited too long for a lock, since all in it would wait for
   * the same row. Absent: each waits in a batch of its own.
   */
  readonly refusesLine?: boolean
  readonly work: (batch: readonly Item[], lockTimeout: number) => Promise<ReadonlyMap<Item, Result>>
}

/** An account that works in batches of its own. */
interface Apart<Item, Result> {
  readonly collector: Collector<Item, Result>
  /** Resolves when the last of its own batches has ended; null while it stays apart. */
  leaving: Promise<void> | null
}

/**
 * Collects the items of all accounts into shared batches. When a batch waits too long for a lock, its accounts work in
 * batches of their own for a while: then only the account whose row is locked waits, and `add` rejects for it alone. It
 * returns to the others when its own batches have ended, so that no two batches of an account work side by side.
 */
export function createShared<Item extends object, Result>(
  rules: SharedRules<Item, Result>,
): Pick<Collector<Item, Result>, 'add' | 'drain' | 'closed'> {
  const { accountOf, refusesLine, work, choose, ...others } = rules
  const together = createCollector<Item, Result>({
    ...others,
    choose,
    work: (batch) => work(batch, LOCK_TIMEOUT.together),
  })
  const alone = new Map<AccountId, Apart<Item, Result>>()

  const apart = (account: AccountId): Apart<Item, Result> => {
    const collector = createCollector<Item, Result>({
      ...others,
      choose,
      work: (batch) => work(batch, LOCK_TIMEOUT.alone),
      ...(refusesLine === true && { isEveryItems: isContention }),
    })
    const own: Apart<Item, Result> = { collector, leaving: null }
    alone.set(account, own)
    setTimeout(() => {
      own.leaving = collector.drain().then(() => void alone.delete(account))
    }, APART_FOR).unref()
    return own
  }

  const addApart = async (own: Apart<Item, Result>, item: Item): Promise<Result> => {
    if (own.leaving === null) return own.collector.add(item)
    await own.leaving
    return add(item)
  }

  const add = async (item: Item): Promise<Result> => {
    const account = accountOf(item)
    const own = alone.get(account)
    if (own) return addApart(own, item)
    try {
      return await together.add(item)
    } catch (error) {
      if (!isContention(error) || together.closed) throw error
      return addApart(alone.get(account) ?? apart(account), item)
    }
  }

  return {
    add,
    get closed() {
      return together.closed
    },
    async drain() {
      // Items that wait for an account's return join the others first.
      await Promise.all([...alone.values()].flatMap(({ leaving }) => leaving ?? []))
      await together.drain()
      await Promise.all([...alone.values()].map(({ collector }) => collector.drain()))
    },
  }
}
