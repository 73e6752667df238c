import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { decimalOf, micros } from '@hongyan/contract/money'
import { type InvoiceChannel, PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import { known, toCents } from '../money.ts'

/** One of the ways that are offered; kept cards are one each. */
export interface Offered {
  readonly value: string
  readonly channel: InvoiceChannel
  readonly card: PaymentMethod | null
}

const isUsable = ({ status, expired }: PaymentMethod): boolean => status === PaymentMethodStatus.Active && !expired

/** Kept cards first, the default one at their head, then what the server offers, in its order. */
export function waysOf(
  { channels }: Pick<InvoiceDetail, 'channels'>,
  cards: readonly PaymentMethod[],
): readonly Offered[] {
  const usable = channels.includes('stripe') ? cards.filter(isUsable) : []
  const kept = usable.toSorted((one, other) => Number(other.default) - Number(one.default))
  return [
    ...kept.map((card) => ({ value: card.id, channel: 'stripe' as const, card })),
    ...channels.map((channel) => ({ value: channel, channel, card: null })),
  ]
}

type Payable = Pick<InvoiceDetail, 'outstanding' | 'payable_from_balance'>

/** The most that can be paid by a channel; funds pay no more than there are, up to the last cent begun. */
export function mostBy(channel: InvoiceChannel, { outstanding, payable_from_balance: funds }: Payable): string {
  const whole = toCents(outstanding)
  if (channel !== 'balance' || known(funds) >= known(outstanding)) return decimalOf(whole)
  return decimalOf(micros((known(funds) / 10_000n) * 10_000n))
}
