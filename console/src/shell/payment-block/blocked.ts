import { AccountStatus, type Currency } from '@hongyan/contract/vocabulary/account'
import {
  channelsOf,
  type ExcludedMethod,
  excludedMethods,
  isBlocked,
  type TopUpChannel,
} from '@hongyan/contract/vocabulary/payment'

/** The blocked channel of an account, or method of Stripe's page, and the channels it can use instead. */
export interface PaymentBlock {
  readonly channel: TopUpChannel | ExcludedMethod | 'all'
  readonly instead: readonly TopUpChannel[]
}

/**
 * The block that a status puts on any of the offered channels; null where it blocks none (ruling 35). Without them, on
 * those of top-ups and the methods of Stripe's page.
 */
export function blockOf(
  status: AccountStatus,
  currency: Currency,
  offered?: readonly TopUpChannel[],
): PaymentBlock | null {
  if (status === AccountStatus.AllPaymentBlocked) return { channel: 'all', instead: [] }
  const channels = offered ?? channelsOf(currency)
  const [method] = offered === undefined && channels.includes('stripe') ? excludedMethods([status]) : []
  const channel = channels.find((each) => isBlocked(status, each)) ?? method
  if (channel === undefined) return null
  return { channel, instead: channelsOf(currency).filter((each) => !isBlocked(status, each)) }
}
