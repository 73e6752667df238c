import { expect, test } from 'vitest'
import { type RoutingTable, route } from './routing-table.ts'

const table: RoutingTable = {
  rules: [
    { upstream: 'codes', countries: ['SG'], scenes: [1] },
    { upstream: 'asia', countries: ['SG', 'MY'], scenes: 'all' },
  ],
  fallback: 'world',
}

test('the first rule that fits takes the message', () => {
  expect(route(table, new Set(), { country: 'SG', scene: 1 }).upstream).toBe('codes')
  expect(route(table, new Set(), { country: 'SG', scene: 2 }).upstream).toBe('asia')
  expect(route(table, new Set(), { country: 'US', scene: 1 }).upstream).toBe('world')
})

test('an upstream that is down is passed over', () => {
  expect(route(table, new Set(['codes']), { country: 'SG', scene: 1 })).toEqual({
    upstream: 'asia',
    passedOver: [{ upstream: 'codes', reason: 'down' }],
  })
  expect(route(table, new Set(['asia']), { country: 'MY', scene: 3 }).upstream).toBe('world')
})

test('a message waits for the fallback while every upstream is down', () => {
  expect(route(table, new Set(['codes', 'asia', 'world']), { country: 'US', scene: 2 }).upstream).toBe('world')
})
