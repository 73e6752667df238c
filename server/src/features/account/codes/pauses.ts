import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { CodeBudget } from '../../../config/code-budget.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Quote } from '../../../gateway/own-messages.ts'
import type { Clock } from '../../../kit/clock.ts'
import { countPaused } from './spending.ts'

/** The pauses of codes by phone, as this process met them. */
export interface Pauses {
  /** Notes that the budget of the day did not allow this price. Nothing is paid back, so it allows it no more that day. */
  readonly note: (quote: Quote) => void
  /** True where the budget of the day allows strangers none of the prices. */
  readonly isPaused: (quotes: readonly Quote[]) => boolean
  /**
   * Counts a refused request; those that arrive meanwhile are counted together. Resolves once it is written: true for
   * the first of the day.
   */
  readonly count: (currency: Currency) => Promise<boolean>
}

interface PauseDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly codeBudget: CodeBudget
}

interface Refused {
  readonly day: string
  readonly price: Micros
}

export function createPauses({ db, clock, codeBudget }: PauseDeps): Pauses {
  const least = new Map<Currency, Refused>()
  const counts = new Map<Currency, () => Promise<boolean>>()
  const today = (): string => clock.now().toISOString().slice(0, 10)
  const counterOf = (currency: Currency): (() => Promise<boolean>) =>
    countTogether(async (requests) => {
      const refused = await countPaused(db, codeBudget, { currency, requests, at: clock.now() })
      return refused === requests
    })
  return {
    note({ currency, price }) {
      const known = least.get(currency)
      const day = today()
      if (known?.day !== day || price < known.price) least.set(currency, { day, price })
    },
    isPaused: (quotes) =>
      quotes.some(({ currency, price }) => {
        const known = least.get(currency)
        return known !== undefined && known.day === today() && price >= known.price
      }),
    count(currency) {
      const counter = counts.get(currency) ?? counterOf(currency)
      counts.set(currency, counter)
      return counter()
    },
  }
}

/** Counts calls: while one number is written, the calls that arrive make the next. */
function countTogether<T>(write: (calls: number) => Promise<T>): () => Promise<T> {
  let calls = 0
  let next: Promise<T> | null = null
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    calls += 1
    next ??= last.then(() => {
      const counted = calls
      calls = 0
      next = null
      const written = write(counted)
      last = written.catch(() => undefined)
      return written
    })
    return next
  }
}
