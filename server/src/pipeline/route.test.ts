import { expect, test } from 'vitest'
import { type RoutingTable, route } from './route.ts'

const table: RoutingTable = {
  rules: [
    { upstream: 'codes', countries: ['SG'], scenes: [1] },
    { upstream: 'asia', countries: ['SG', 'MY'], scenes: 'all' },
  ],
  fallback: 'world',
}

test('the first rule that fits takes the message', () => {
  expect(route(table, new Set(), { country: 'SG', scene: 1 })).toBe('codes')
  expect(route(table, new Set(), { country: 'SG', scene: 2 })).toBe('asia')
  expect(route(table, new Set(), { country: 'US', scene: 1 })).toBe('world')
})

test('an upstream that is down is passed over', () => {
  expect(route(table, new Set(['codes']), { country: 'SG', scene: 1 })).toBe('asia')
  expect(route(table, new Set(['asia']), { country: 'MY', scene: 3 })).toBe('world')
})

test('with nobody up a message waits for the fallback', () => {
  expect(route(table, new Set(['codes', 'asia', 'world']), { country: 'US', scene: 2 })).toBe('world')
})
