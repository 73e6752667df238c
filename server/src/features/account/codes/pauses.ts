import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { CodeBudget } from '../../../config/code-budget.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Quote } from '../../../gateway/own-messages.ts'
import type { Background } from '../../../kit/background.ts'
import type { Clock } from '../../../kit/clock.ts'
import { countPaused } from './spending.ts'

/** The pauses of codes by phone, as this process met them. */
export interface Pauses {
  /** Notes that the budget of the day did not allow this price. Nothing is paid back, so it allows it no more that day. */
  readonly note: (quote: Quote) => void
  /** True where the budget of the day allows strangers none of the prices. */
  readonly isPaused: (quotes: readonly Quote[]) => boolean
  /** Counts a refused request, soon: those of a moment are counted together. */
  readonly count: (currency: Currency) => void
}

interface PauseDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly codeBudget: CodeBudget
  readonly background: Background
  /** Called with the first refusal of a day. */
  readonly paused: (currency: Currency) => void
}

/** The least milliseconds between two writes of a count: the refusals of a flood cost no more than that. */
const COUNTED_EVERY = 100

interface Refused {
  readonly day: string
  readonly price: Micros
}

export function createPauses({ db, clock, codeBudget, background, paused }: PauseDeps): Pauses {
  const least = new Map<Currency, Refused>()
  /** Refusals of a moment belong to the day on which it began; null where the last moment had some. */
  const uncounted = new Map<Currency, { readonly requests: number; readonly at: Date } | null>()
  const today = (): string => clock.now().toISOString().slice(0, 10)
  const writeSoon = (currency: Currency): void => background.after('counting refused codes', () => write(currency))
  const write = async (currency: Currency): Promise<void> => {
    const moment = uncounted.get(currency) ?? null
    if (moment === null) return void uncounted.delete(currency)
    uncounted.set(currency, null)
    setTimeout(() => writeSoon(currency), COUNTED_EVERY).unref()
    const refused = await countPaused(db, codeBudget, { currency, ...moment })
    if (refused === moment.requests) paused(currency)
  }
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
      const moment = uncounted.get(currency)
      uncounted.set(currency, { requests: (moment?.requests ?? 0) + 1, at: moment?.at ?? clock.now() })
      if (moment === undefined) writeSoon(currency)
    },
  }
}
