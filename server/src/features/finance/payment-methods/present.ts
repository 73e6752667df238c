import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { cardBrands } from '@hongyan/contract/vocabulary/payment'
import type { CardRow } from './store.ts'

export const presentCard = (row: CardRow, now: Date): PaymentMethod => ({
  id: row.id,
  card: {
    last4: row.last4,
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    brand: cardBrands.find((known) => known === row.brand) ?? null,
  },
  status: row.status,
  default: row.is_default,
  expired: isOver(row, now),
})

interface Expiry {
  readonly exp_month: number
  readonly exp_year: number
}

/** The moment a card expires: the end of its month in UTC. */
export const endOf = ({ exp_month, exp_year }: Expiry): Date => new Date(Date.UTC(exp_year, exp_month))

export const isOver = (card: Expiry, now: Date): boolean => endOf(card).getTime() <= now.getTime()
