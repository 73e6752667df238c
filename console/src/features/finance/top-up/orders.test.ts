import type { TopUpChoice } from '@hongyan/contract/endpoints/finance/top-up'
import { TopUpId } from '@hongyan/contract/ids'
import { parseMicros } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { expect, test } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { choiceQuery, lapsedTopUp, namedQuery, resumedTopUp } from './orders.ts'

const idOf = (end: string) => TopUpId.parse(`0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0${end}`)
const pendingOf = (end: string, amount: string): TopUpChoice['pending'][number] => ({
  id: idOf(end),
  action: 'qrcode',
  payload: 'weixin://pay',
  amount,
  channel: 'wxpay',
  currency: 'CNY',
})

test('the page resumes the top-up that its address names and never another one, and without a name the newest', () => {
  queryClient.setQueryData<Pick<TopUpChoice, 'pending'>>(choiceQuery.queryKey, {
    pending: [pendingOf('2', '20.000000'), pendingOf('1', '10.000000')],
  })
  const resumed = (name?: string) => resumedTopUp(name)?.order.id
  expect([resumed(), resumed(idOf('1')), resumed(idOf('0'))]).toEqual([idOf('2'), idOf('1'), undefined])
})

test('a named top-up that can no longer be paid keeps amount and channel, and a paid one asks for nothing', () => {
  queryClient.setQueryData<Pick<TopUpChoice, 'pending'>>(choiceQuery.queryKey, {
    pending: [pendingOf('1', '10.000000')],
  })
  const lapsed = (end: string, order: TopUpStatus) => {
    const line = { amount: '23.000000', channel: 'wxpay', description: { order } }
    queryClient.setQueryData<object>(namedQuery(idOf(end)).queryKey, line)
    return lapsedTopUp(idOf(end))
  }
  const kept = { amount: parseMicros('23'), channel: 'wxpay' }
  expect(lapsed('2', TopUpStatus.Open)).toEqual(kept)
  expect(lapsed('3', TopUpStatus.Expired)).toEqual(kept)
  expect(lapsed('1', TopUpStatus.Open)).toBeNull()
  expect(lapsed('4', TopUpStatus.Paid)).toBeNull()
  expect(lapsed('5', TopUpStatus.Processing)).toBeNull()
  expect(lapsedTopUp(idOf('6'))).toBeNull()
  queryClient.removeQueries({ queryKey: choiceQuery.queryKey })
  expect(lapsedTopUp(idOf('3'))).toBeNull()
})
