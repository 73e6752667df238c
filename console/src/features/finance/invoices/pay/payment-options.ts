import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { decimalOf, micros } from '@hongyan/contract/money'
import { type InvoiceChannel, PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import { known, toCents } from '../money.ts'

/** A payment method on offer; each saved card is one. */
export interface PaymentOption {
  readonly value: string
  readonly channel: InvoiceChannel
  readonly card: PaymentMethod | null
}

const isUsable = ({ status, expired }: PaymentMethod): boolean => status === PaymentMethodStatus.Active && !expired

/** Saved cards first, starting with the default card, then the server's channels in its order. */
export function paymentOptions(
  { channels }: Pick<InvoiceDetail, 'channels'>,
  cards: readonly PaymentMethod[],
): readonly PaymentOption[] {
  const usable = channels.includes('stripe') ? cards.filter(isUsable) : []
  const kept = usable.toSorted((one, other) => Number(other.default) - Number(one.default))
  return [
    ...kept.map((card) => ({ value: card.id, channel: 'stripe' as const, card })),
    ...channels.map((channel) => ({ value: channel, channel, card: null })),
  ]
}

type Payable = Pick<InvoiceDetail, 'outstanding' | 'payable_from_balance'>

/** The largest amount payable by a channel: the outstanding amount rounded up to the cent, or less for funds. */
export function largestPayment(channel: InvoiceChannel, { outstanding, payable_from_balance: funds }: Payable): string {
  const whole = toCents(outstanding)
  if (channel !== 'balance' || known(funds) >= known(outstanding)) return decimalOf(whole)
  return decimalOf(micros((known(funds) / 10_000n) * 10_000n))
}
