import { WebhookEndpointId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { createRates } from './rates.ts'

const id = WebhookEndpointId.parse('01900000-0000-7000-8000-000000000001')

test('an endpoint has as many requests a second as its rate, events and retries together', () => {
  const rates = createRates()
  const endpoint = { id, rate: 3 }
  rates.add(endpoint, 'event', 0)
  rates.add(endpoint, 'retry', 100)
  expect(rates.roomOf(endpoint, 200)).toBe(1)
  rates.add(endpoint, 'event', 200)
  expect([rates.roomOf(endpoint, 999), rates.closedToRetries(999)]).toEqual([0, [id]])
  expect([rates.roomOf(endpoint, 1_000), rates.closedToRetries(1_000)]).toEqual([1, []])
  expect(rates.roomOf(endpoint, 1_200)).toBe(3)
})

test('an endpoint without a rate has no limit and is open to retries', () => {
  const rates = createRates()
  for (let nr = 0; nr < 1_000; nr += 1) rates.add({ id, rate: null }, 'retry', nr)
  expect([rates.roomOf({ id, rate: null }, 1_000), rates.closedToRetries(1_000)]).toEqual([Infinity, []])
})

test('the last request of a rate goes to a retry and to an event in turn', () => {
  const rates = createRates()
  const endpoint = { id, rate: 1 }
  rates.add(endpoint, 'retry', 0)
  expect(rates.closedToRetries(1_000)).toEqual([id])
  rates.add(endpoint, 'event', 1_000)
  expect(rates.closedToRetries(2_000)).toEqual([])
})

test('a retry follows a retry a sweep later where no event took the last request of the rate', () => {
  const rates = createRates()
  rates.add({ id, rate: 1 }, 'retry', 0)
  expect([rates.closedToRetries(1_000), rates.closedToRetries(1_250)]).toEqual([[id], []])
})
