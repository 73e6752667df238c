import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'

type Card = Pick<PaymentMethod, 'id' | 'card' | 'status' | 'expired'>

/** The state shown under the name of a card. */
export type CardState = 'good' | 'soon' | 'expired' | 'pending'

/** Cards expire at the end of a month in UTC. `soon` covers that month and the one before. */
export function stateOf({ card, status, expired }: Card, now: Date): CardState {
  if (status === PaymentMethodStatus.Pending) return 'pending'
  if (expired) return 'expired'
  const months = (card.exp_year - now.getUTCFullYear()) * 12 + card.exp_month - (now.getUTCMonth() + 1)
  return months <= 1 ? 'soon' : 'good'
}

/** True for a card that can be charged. */
export const isUsable = ({ status, expired }: Pick<Card, 'status' | 'expired'>): boolean =>
  status === PaymentMethodStatus.Active && !expired

/** The expiry as `MM/YY`, as on the card. */
export const expiryText = ({ exp_month: month, exp_year: year }: PaymentMethod['card']): string =>
  `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`

/** The initial card: the chosen one while it is saved, else the default one. */
export function cardToUse<Kept extends Card & { readonly default: boolean }>(
  cards: readonly Kept[],
  chosen: string | null,
): Kept | null {
  const usable = cards.filter(isUsable)
  return usable.find(({ id }) => id === chosen) ?? usable.find((each) => each.default) ?? null
}

/**
 * The state of a card after its holder's authentication: still waiting, kept (perhaps as an earlier entry of the same
 * card), or gone.
 */
export function authenticated(waiting: Card, cards: readonly Card[]): 'waiting' | 'kept' | 'gone' {
  const found = cards.find(({ id }) => id === waiting.id)
  if (found) return found.status === PaymentMethodStatus.Pending ? 'waiting' : 'kept'
  const { last4, exp_month, exp_year, brand } = waiting.card
  const isSame = ({ card, status }: Card) =>
    status === PaymentMethodStatus.Active &&
    card.last4 === last4 &&
    card.exp_month === exp_month &&
    card.exp_year === exp_year &&
    card.brand === brand
  return cards.some(isSame) ? 'kept' : 'gone'
}
