import { AccountStatus, type Currency } from '@hongyan/contract/vocabulary/account'
import { channelsOf, isBlocked, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'

/** What an account may not pay by, and what it may instead. */
export interface PaymentBlock {
  readonly channel: TopUpChannel | 'all'
  readonly instead: readonly TopUpChannel[]
}

/** How a status is in the way of those who would pay by one of the channels; null where it is not (ruling 35). */
export function blockOf(
  status: AccountStatus,
  currency: Currency,
  offered: readonly TopUpChannel[] = channelsOf(currency),
): PaymentBlock | null {
  if (status === AccountStatus.AllPaymentBlocked) return { channel: 'all', instead: [] }
  const channel = offered.find((each) => isBlocked(status, each))
  if (channel === undefined) return null
  return { channel, instead: channelsOf(currency).filter((each) => !isBlocked(status, each)) }
}
