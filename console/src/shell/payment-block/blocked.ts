import { AccountStatus, type Currency } from '@hongyan/contract/vocabulary/account'
import { channelsOf, isBlocked, type TopUpChannel } from '@hongyan/contract/vocabulary/payment'

/** The blocked channel of an account, and the channels it can use instead. */
export interface PaymentBlock {
  readonly channel: TopUpChannel | 'all'
  readonly instead: readonly TopUpChannel[]
}

/** The block that a status puts on any of the offered channels; null where it blocks none (ruling 35). */
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
