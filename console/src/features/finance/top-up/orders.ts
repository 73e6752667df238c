import { MINUTE } from '@hongyan/contract/durations'
import type { OrderCheck, TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import { type Micros, parseMicros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type TopUpChannel, topUpChannels, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { firstApi } from '../../../api/first-api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { keepInTab, tabValue } from '../../../lib/tab-storage.ts'

/** The customer's choice in the form. */
export interface TopUpRequest {
  readonly amount: Micros
  readonly channel: TopUpChannel
  readonly currency: Currency
}

/** A top-up without a final status yet. */
export interface PendingTopUp extends TopUpRequest {
  readonly order: TopUpOrder
  /** The balance when the order was made; null where it could not be read. */
  readonly balance: Promise<string | null>
  /** The page was left or reloaded since. The form takes another top-up, and a QR code waits for a click. */
  readonly isResumed?: true
}

/** True while the QR code's dialog is open. */
export const isCodeShown = ({ order, isResumed }: PendingTopUp): boolean =>
  order.action === 'qrcode' && isResumed !== true

const FRESH = MINUTE

export const choiceQuery = queryOptions({
  queryKey: [api.topUp.get.address],
  queryFn: ({ signal }) => api.topUp.get({}, signal),
  staleTime: FRESH,
})

/** The page's data beyond the account. Topping up works without it. */
export const useChoice = () => useQuery(choiceQuery).data

const ANSWERED = 'hy_answered_top_ups'

/** Payments that this tab waits for no longer, also after a reload: a choice clears them (specification section 4). */
const answered = new Set(tabValue(ANSWERED).split(' '))

export function markAnswered({ order }: PendingTopUp): void {
  answered.add(order.id)
  keepInTab(ANSWERED, [...answered].join(' '))
}

/**
 * The pending top-up of the server that this page waits for again: the named one, or without a name the newest. Never
 * another one than the named, which the customer would pay by mistake.
 */
export function resumedTopUp(name: string | undefined): PendingTopUp | null {
  const open = queryClient.getQueryData(choiceQuery.queryKey)?.pending ?? []
  const order = open.find(({ id }) => (name === undefined ? !answered.has(id) : id === name))
  const amount = parseMicros(order?.amount ?? '')
  if (order === undefined || amount === null) return null
  const { channel, currency } = order
  return { order, amount, channel, currency, balance: Promise.resolve(null), isResumed: true }
}

/** The transaction of a top-up that the address names. */
export const namedQuery = (name: string) =>
  queryOptions({
    queryKey: [api.transactions.get.address, name],
    queryFn: ({ signal }) => api.transactions.get({ params: { id: name } }, signal),
    staleTime: 0,
    retry: false,
  })

/** The request of a top-up that can no longer be paid. */
export type LapsedTopUp = Pick<TopUpRequest, 'amount' | 'channel'>

/** An order that has expired keeps the status Open until the server has closed it at its channel. */
const unpaid: readonly (TopUpStatus | null)[] = [
  TopUpStatus.Open,
  TopUpStatus.Cancelled,
  TopUpStatus.Expired,
  TopUpStatus.Failed,
]

/** The named top-up where it can no longer be paid; null for every other one, and where its data is missing. */
export function lapsedTopUp(name: string | undefined): LapsedTopUp | null {
  const pending = queryClient.getQueryData(choiceQuery.queryKey)?.pending
  if (name === undefined || pending === undefined || pending.some(({ id }) => id === name)) return null
  const line = queryClient.getQueryData(namedQuery(name).queryKey)
  const amount = parseMicros(line?.amount ?? '')
  const channel = topUpChannels.find((each) => each === line?.channel)
  if (line === undefined || amount === null || channel === undefined) return null
  return unpaid.includes(line.description.order) ? { amount, channel } : null
}

/** Checks an order; null after a failure. */
export async function checkOrder({ order, channel }: PendingTopUp): Promise<OrderCheck | null> {
  const query = { ts: String(Date.now()) }
  return api.topUp.check({ query, body: { id: [order.id], channel } }).catch(() => null)
}

/** Reads the balance from the server: the cached one may be from before a payment in another tab. */
export const readBalance = (): Promise<string | null> =>
  firstApi.account.get({}).then(
    ({ balance_amount: balance }) => balance,
    () => null,
  )

export const balanceNow = (): string => queryClient.getQueryData(accountQuery.queryKey)?.balance_amount ?? '0'
