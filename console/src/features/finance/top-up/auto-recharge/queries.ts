import type { AutoRecharge, SmsConfiguration } from '@hongyan/contract/endpoints/configuration'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'
import { LOADED_FOR } from '../../../../api/loaded-for.ts'
import { queryClient } from '../../../../api/query-client.ts'

export const settingsQuery = queryOptions({
  queryKey: [api.configuration.sms.address],
  queryFn: ({ signal }) => api.configuration.sms({}, signal),
  staleTime: LOADED_FOR,
})

export const cardsQuery = queryOptions({
  queryKey: [api.paymentMethods.list.address],
  queryFn: ({ signal }) => api.paymentMethods.list({ query: { type: 'card' } }, signal),
  staleTime: LOADED_FOR,
})

/** Reloads the cards for all their views; null after a failure. */
export async function cardsNow(): Promise<readonly PaymentMethod[] | null> {
  const cards = await api.paymentMethods.list({ query: { type: 'card' } }).catch(() => null)
  if (cards) queryClient.setQueryData(cardsQuery.queryKey, cards)
  return cards
}

export const reloadCards = (): Promise<void> => queryClient.refetchQueries({ queryKey: cardsQuery.queryKey })

/** Stores the settings that a call returned, for all their views. */
export function keepSettings(settings: AutoRecharge): void {
  queryClient.setQueryData<SmsConfiguration>(
    settingsQuery.queryKey,
    (before) => before && { ...before, acct_auto_recharge: settings },
  )
}
