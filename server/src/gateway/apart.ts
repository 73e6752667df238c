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
  readonly work: (batch: readonly Item[], lockTimeout: number) => Promise<ReadonlyMap<Item, Result>>
}

/**
 * Collects the items of all accounts into shared batches. When a batch waits too long for a lock, its accounts work in
 * batches of their own for a while: then only the account whose row is locked waits, and `add` rejects for it alone.
 */
export function createShared<Item extends object, Result>(
  rules: SharedRules<Item, Result>,
): Pick<Collector<Item, Result>, 'add' | 'drain' | 'closed'> {
  const { accountOf, work, choose, ...others } = rules
  const together = createCollector<Item, Result>({
    ...others,
    choose,
    work: (batch) => work(batch, LOCK_TIMEOUT.together),
  })
  const alone = new Map<AccountId, Collector<Item, Result>>()

  const apart = (account: AccountId): Collector<Item, Result> => {
    const found = alone.get(account)
    if (found) return found
    const own = createCollector<Item, Result>({
      ...others,
      choose,
      work: (batch) => work(batch, LOCK_TIMEOUT.alone),
    })
    alone.set(account, own)
    setTimeout(() => alone.delete(account), APART_FOR).unref()
    return own
  }

  return {
    async add(item) {
      const account = accountOf(item)
      const own = alone.get(account)
      if (own) return own.add(item)
      return together.add(item).catch((error: unknown) => {
        if (!isContention(error) || together.closed) throw error
        return apart(account).add(item)
      })
    },
    get closed() {
      return together.closed
    },
    async drain() {
      await together.drain()
      await Promise.all([...alone.values()].map((own) => own.drain()))
    },
  }
}
